import { sql, type Sql, buildUpdatedAt, escapeLike } from '../../../db/sql.ts'
import { recordUserOrganization } from '../../../auth/users.ts'
import { buildUnrevokedCondition } from '../../../auth/token-lookup.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { toSortKey } from '../../../core/text.ts'
import { buildDesignationLabel } from '../designations/queries.ts'
import type { Static } from '../../../core/schema.ts'
import type { serviceAccountSchema } from './schema.ts'

export interface ServiceAccountRow extends Omit<Static<typeof serviceAccountSchema>, 'kind' | 'role'> {
  created_at: string
  updated_at: string
}

const selectAccounts = (ctx: Context, orgId: string, extraColumns: Sql = sql``) => sql`
  select u.user_id, m.org_id, u.username, u.email, u.name, ${buildDesignationLabel('m')} as designation,
    m.is_active, u.created_at, m.updated_at, m.version,
    (select count(*)::int from access_tokens t where t.org_id = ${orgId} and t.principal_user_id = m.user_id
      and ${buildUnrevokedCondition(ctx.wallTime)} and (t.expires_at is null or t.expires_at > ${ctx.wallTime})
    ) as active_tokens${extraColumns}
  from organization_members m join users u on u.user_id = m.user_id
  where m.org_id = ${orgId} and m.kind = 'service_account'`

export async function findServiceAccount(
  ctx: Context,
  orgId: string,
  userId: string,
): Promise<ServiceAccountRow | undefined> {
  const lock = ctx.inTransaction ? sql`for no key update of m` : sql``
  const statement = sql<ServiceAccountRow>`${selectAccounts(ctx, orgId)} and m.user_id = ${userId} ${lock}`
  return (await ctx.db.query(statement))[0]
}

export const listServiceAccounts = (ctx: Context, orgId: string, page: PageRequest) =>
  selectPage<ServiceAccountRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) =>
      sql<ServiceAccountRow>`${selectAccounts(ctx, orgId, sql`, ${columns}`)} and ${where} ${order} ${limit}`,
  )

export async function findServiceAccountUsernames(ctx: Context, orgId: string, prefix: string): Promise<string[]> {
  const rows = await ctx.db.query(sql<{ username: string }>`
    select username from users
    where home_org_id = ${orgId} and kind = 'service_account' and username like ${`${escapeLike(prefix)}%`}`)
  return rows.map(({ username }) => username)
}

type NewServiceAccount = Pick<ServiceAccountRow, 'org_id' | 'username' | 'email'> & {
  name: string
  designation_id: string | null
}

/** Stores the user and the membership of a service account. Returns the user id. */
export async function insertServiceAccount(ctx: Context, account: NewServiceAccount): Promise<string> {
  const userId = ctx.newUuid()
  const { org_id, username, email, name, designation_id } = account
  ctx.ignoreRejection(
    ctx.db.query(sql`
      insert into users (user_id, kind, home_org_id, username, username_key, email, email_key, name, name_key,
        created_at, updated_at)
      values (${userId}, 'service_account', ${org_id}, ${username}, ${username}, ${email}, ${email}, ${name},
        ${toSortKey(name)}, ${ctx.now}, ${ctx.now})`),
  )
  ctx.ignoreRejection(recordUserOrganization(ctx.db, userId, org_id))
  await ctx.db.query(sql`
    insert into organization_members (org_id, user_id, kind, username, username_key, role, designation_id, invited_by,
      accepted_at, created_at, updated_at, updated_by)
    values (${org_id}, ${userId}, 'service_account', ${username}, ${username}, 'member', ${designation_id},
      ${ctx.user.username}, ${ctx.now}, ${ctx.now}, ${ctx.now}, ${ctx.user.username})`)
  return userId
}

/** Updates the membership and increments its version. `set` has further assignments, each followed by a comma. */
const buildMembershipUpdate = (ctx: Context, { org_id, user_id }: ServiceAccountRow, set: Sql): Sql => sql`
  update organization_members set ${set} updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}, updated_by = ${ctx.user.username}, version = version + 1
  where org_id = ${org_id} and user_id = ${user_id}`

export const renameServiceAccount = (ctx: Context, row: ServiceAccountRow, name: string): Promise<unknown[]> =>
  ctx.db.query(sql`
    with renamed as (update users set name = ${name}, name_key = ${toSortKey(name)}, updated_at = ${ctx.now}
      where user_id = ${row.user_id})
    ${buildMembershipUpdate(ctx, row, sql``)}`)

export const deactivateServiceAccount = (ctx: Context, row: ServiceAccountRow): Promise<unknown[]> =>
  ctx.db.query(buildMembershipUpdate(ctx, row, sql`is_active = false,`))
