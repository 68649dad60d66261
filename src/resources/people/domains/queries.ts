import type { Db } from '../../../db/database.ts'
import { sql, buildUpdatedAt, buildUpsertedAt } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type ListSpec, type PageRequest } from '../../../http/pagination/pagination.ts'
import { MAX_REQUESTS_PER_DAY } from './rules.ts'

export interface DomainRow {
  org_id: string
  domain: string
  mailbox: string
  verified_at: string | null
  version: number
  created_by: string
  created_at: string
  updated_at: string
  deleted_at: string | null
}

const columns = sql`d.org_id, d.domain, d.mailbox, d.verified_at, d.version, d.created_by, d.created_at, d.updated_at,
  d.deleted_at`

export const domainSorts: ListSpec = {
  sorts: {
    domain: [{ sql: 'd.domain', type: 'text' }],
    created_at: [{ sql: 'd.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'd.domain', type: 'text' }],
  id: { sql: 'd.domain', type: 'text' },
}

export const listDomains = (ctx: Context, page: PageRequest, orgId: string) =>
  selectPage<DomainRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<DomainRow>`
      select ${columns}, ${sorts} from organization_domains d
      where d.org_id = ${orgId} and d.deleted_at is null and ${where} ${order} ${limit}`,
  )

/** Finds a domain of an organization, even if it was deleted. Locks it in a write. */
export const findDomain = (ctx: Context, orgId: string, domain: string) =>
  ctx.db.queryRow(sql<DomainRow>`
    select ${columns} from organization_domains d where d.org_id = ${orgId} and d.domain = ${domain}
    ${ctx.inTransaction ? sql`for no key update of d` : sql``}`)

/** Returns the times at which the organization requested codes, for deleted domains too. */
export async function listCodeRequests(db: Db, orgId: string): Promise<string[]> {
  const rows = await db.query(sql<{ at: string }>`
    select t.at from organization_domains d cross join unnest(d.requested_at) as t(at) where d.org_id = ${orgId}`)
  return rows.map(({ at }) => at)
}

/** Inserts a domain whose code is due, or restores a deleted one. */
export const insertDomain = async (
  ctx: Context,
  { org_id, domain, mailbox }: Pick<DomainRow, 'org_id' | 'domain' | 'mailbox'>,
) =>
  (await ctx.db.queryRow(sql<DomainRow>`
    insert into organization_domains as d (org_id, domain, mailbox, mail_due_at, requested_at, created_by, created_at,
      updated_at)
    values (${org_id}, ${domain}, ${mailbox}, ${ctx.wallTime}, array[${ctx.wallTime}::timestamptz], ${ctx.user.username},
      ${ctx.now}, ${ctx.now})
    on conflict (org_id, domain) do update set mailbox = excluded.mailbox, mail_due_at = excluded.mail_due_at,
      mail_attempts = 0, code_hash = null, code_expires_at = null, verified_at = null, deleted_at = null,
      requested_at = d.requested_at[cardinality(d.requested_at) - ${MAX_REQUESTS_PER_DAY - 2}::int:] || excluded.requested_at,
      created_by = excluded.created_by, created_at = excluded.created_at, version = d.version + 1,
      updated_at = ${buildUpsertedAt('d')}
    returning ${columns}`))!

/** Stores that a domain was proved if this is its current code. Returns undefined otherwise. */
export const saveVerified = (ctx: Context, { org_id, domain }: DomainRow, codeHash: Buffer) =>
  ctx.db.queryRow(sql<DomainRow>`
    update organization_domains d set verified_at = ${ctx.now}, code_hash = null, code_expires_at = null,
      mail_due_at = null, version = d.version + 1, updated_at = ${buildUpdatedAt(ctx.now, 'd.updated_at')}
    where d.org_id = ${org_id} and d.domain = ${domain} and d.code_hash = ${codeHash}
      and d.code_expires_at > ${ctx.wallTime} returning ${columns}`)

export const deleteDomainRow = async (ctx: Context, { org_id, domain }: DomainRow) =>
  (await ctx.db.queryRow(sql<DomainRow>`
    update organization_domains d set deleted_at = ${ctx.now}, verified_at = null, code_hash = null,
      code_expires_at = null, mail_due_at = null, version = d.version + 1,
      updated_at = ${buildUpdatedAt(ctx.now, 'd.updated_at')}
    where d.org_id = ${org_id} and d.domain = ${domain} returning ${columns}`))!

/** Returns the organizations that proved a domain. */
export async function listOrgsOfDomain(db: Db, domain: string): Promise<string[]> {
  const rows = await db.query(sql<{ org_id: string }>`
    select d.org_id from organization_domains d
    where d.domain = ${domain} and d.verified_at is not null and d.deleted_at is null order by d.org_id`)
  return rows.map(({ org_id }) => org_id)
}
