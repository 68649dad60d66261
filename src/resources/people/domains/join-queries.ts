import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type ListSpec, type PageRequest } from '../../../http/pagination/pagination.ts'
import type { Static } from '../../../core/schema.ts'
import type { joinRequest } from './join-schema.ts'

export interface JoinableRow {
  org_id: string
  org_name: string
  domain_join_mode: 'instant' | 'approval'
  require_second_factor: boolean
  status: 'open' | 'requested' | 'declined' | 'joined'
  /** Version of the request; 0 without one. */
  version: number
}

export const joinableSorts: ListSpec = {
  sorts: { name: [{ sql: 'o.name_key', type: 'text' }] },
  defaultOrder: [{ sql: 'o.name_key', type: 'text' }],
  id: { sql: 'o.org_id', type: 'uuid' },
}

const joinableColumns = sql`o.org_id, o.name as org_name, coalesce(s.domain_join_mode, 'approval') as domain_join_mode,
  coalesce(s.require_second_factor, false) as require_second_factor, coalesce(r.status, 'open') as status, coalesce(r.version, 0) as version`

/** Leaves out organizations that the caller is or was a member of: former members need an invitation. */
const selectJoinable = (ctx: Context, orgIds: readonly string[]) => sql`
  organizations o left join organization_settings s on s.org_id = o.org_id
    left join organization_join_requests r on r.org_id = o.org_id and r.user_id = ${ctx.user.user_id}
    left join organization_members m on m.org_id = o.org_id and m.user_id = ${ctx.user.user_id}
  where ${sql.orgIn('o.org_id', orgIds)} and o.deleted_at is null and m.user_id is null`

export const listJoinable = (ctx: Context, page: PageRequest, orgIds: readonly string[]) =>
  selectPage<JoinableRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<JoinableRow>`
      select ${joinableColumns}, ${columns} from ${selectJoinable(ctx, orgIds)} and ${where} ${order} ${limit}`,
  )

export const findJoinable = (ctx: Context, orgId: string) =>
  ctx.db.queryRow(sql<JoinableRow>`select ${joinableColumns} from ${selectJoinable(ctx, [orgId])}`)

/** Stores that the caller asks to join. Returns the version of the request. */
export const insertJoinRequest = async (ctx: Context, orgId: string) =>
  (await ctx.db.queryRow(sql<{ version: number }>`
    insert into organization_join_requests (org_id, user_id, created_at, updated_at)
    values (${orgId}, ${ctx.user.user_id}, ${ctx.now}, ${ctx.now}) returning version`))!.version

export interface JoinRequestRow extends Static<typeof joinRequest> {
  kind: 'user'
  updated_at: string
}

export const joinRequestSorts: ListSpec = {
  sorts: { created_at: [{ sql: 'r.created_at', type: 'timestamptz' }] },
  defaultOrder: [{ sql: 'r.created_at', type: 'timestamptz' }],
  id: { sql: 'r.user_id', type: 'uuid' },
}

const requestColumns = sql`r.org_id, r.user_id, u.kind, u.username, u.name, u.email, r.created_at, r.updated_at, r.version`

export const listJoinRequests = (ctx: Context, page: PageRequest, orgId: string) =>
  selectPage<JoinRequestRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<JoinRequestRow>`
      select ${requestColumns}, ${columns} from organization_join_requests r join users u on u.user_id = r.user_id
      where r.org_id = ${orgId} and r.status = 'requested' and ${where} ${order} ${limit}`,
  )

/** Finds a request on which no admin has decided, and locks it in a write. */
export const findJoinRequest = (ctx: Context, orgId: string, userId: string) =>
  ctx.db.queryRow(sql<JoinRequestRow>`
    select ${requestColumns} from organization_join_requests r join users u on u.user_id = r.user_id
    where r.org_id = ${orgId} and r.user_id = ${userId} and r.status = 'requested'
    ${ctx.inTransaction ? sql`for no key update of r` : sql``}`)

export const declineJoinRequestRow = (ctx: Context, { org_id, user_id }: JoinRequestRow): Promise<unknown> =>
  ctx.db.query(sql`
    update organization_join_requests set status = 'declined', version = version + 1, updated_at = ${ctx.now}
    where org_id = ${org_id} and user_id = ${user_id}`)
