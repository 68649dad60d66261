import { sql, type Sql } from '../../db/sql.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { likeLiteral, sortKey } from '../../kernel/text.ts'
import { designationLabel } from '../designations/queries.ts'

export interface AccountRow {
  user_id: string
  org_id: string
  username: string
  email: string
  name: string | null
  designation: string | null
  is_active: boolean
  created_at: string
  active_tokens: number
  /** That of its membership, with which everything about it counts. */
  version: number
}

/** The service accounts of an organization, with their tokens counted as they are now; `more` is selected too. */
const select = (ctx: Context, orgId: string, more: Sql = sql``) => sql`
  select u.user_id, m.org_id, u.username, u.email, u.name, ${sql.raw(designationLabel('m'))} as designation,
    m.is_active, u.created_at, m.version,
    (select count(*)::int from access_tokens t where t.org_id = m.org_id and t.principal_user_id = m.user_id
      and (t.revoked_at is null or t.revoked_at > ${ctx.now}) and (t.expires_at is null or t.expires_at > ${ctx.now})
    ) as active_tokens${more}
  from organization_members m join users u on u.user_id = m.user_id
  where m.org_id = ${orgId} and m.kind = 'service_account'`

/** A service account of an organization, locked on writes. */
export async function findAccount(
  ctx: Context,
  orgId: string,
  userId: string,
): Promise<AccountRow | undefined> {
  const lock = ctx.locking ? sql`for no key update of m` : sql``
  const statement = sql<AccountRow>`${select(ctx, orgId)} and m.user_id = ${userId} ${lock}`
  return (await ctx.db.query(statement))[0]
}

/** A page of an organization's service accounts. */
export const listAccounts = (ctx: Context, orgId: string, page: ListQuery): Promise<AccountRow[]> =>
  selectPage<AccountRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) =>
      sql<AccountRow>`${select(ctx, orgId, sql`, ${columns}`)} and ${where} ${order} ${limit}`,
  )

/** Usernames of the organization's service accounts that begin so. */
export async function findUsernames(ctx: Context, orgId: string, beginning: string): Promise<string[]> {
  const found = await query<{ username: string }>(
    ctx.db,
    `SELECT username FROM users WHERE home_org_id = $1 AND kind = 'service_account' AND username LIKE $2`,
    [orgId, `${likeLiteral(beginning)}%`],
  )
  return found.map(({ username }) => username)
}

/** What is decided of a new account before it is made. */
export type NewAccount = Pick<AccountRow, 'org_id' | 'username' | 'email'> & {
  name: string
  designation_id: string | null
}

/** Stores a user who cannot sign in, and its membership; gives its id. */
export async function insertAccount(ctx: Context, account: NewAccount): Promise<string> {
  const userId = ctx.newUuid()
  const { org_id, username, email, name, designation_id } = account
  await query(
    ctx.db,
    `WITH account AS (
       INSERT INTO users (user_id, kind, home_org_id, username, username_key, email, email_key, name, name_key,
         created_at, updated_at)
       VALUES ($1, 'service_account', $2, $3, $3, $4, $4, $5, $6, $8, $8) RETURNING user_id)
     INSERT INTO organization_members (org_id, user_id, kind, username, username_key, role, designation_id, invited_by,
       accepted_at, created_at, updated_at, updated_by)
     SELECT $2, user_id, 'service_account', $3, $3, 'member', $7, $9, $8, $8, $8, $9 FROM account`,
    [userId, org_id, username, email, name, sortKey(name), designation_id, ctx.now, ctx.user.username],
  )
  return userId
}

const touch = (set: string) => `
  UPDATE organization_members SET ${set}updated_at = $3, updated_by = $4, version = version + 1
  WHERE org_id = $1 AND user_id = $2`
const rename = `WITH renamed AS (UPDATE users SET name = $5, name_key = $6, updated_at = $3 WHERE user_id = $2)
  ${touch('')}`
const deactivate = touch('is_active = false, ')

const key = (ctx: Context, row: AccountRow) => [row.org_id, row.user_id, ctx.now, ctx.user.username]

/** Gives an account another name; its username stays. Its version rises. */
export const renameAccount = (ctx: Context, row: AccountRow, name: string): Promise<unknown[]> =>
  query(ctx.db, rename, [...key(ctx, row), name, sortKey(name)])

/** Deactivates an account; its version rises. */
export const deactivateAccount = (ctx: Context, row: AccountRow): Promise<unknown[]> =>
  query(ctx.db, deactivate, key(ctx, row))
