/** Single-use links of accounts. Only the SHA-256 of their secret is stored. */
import { hash, randomBytes } from 'node:crypto'
import type { Config } from '../../core/config/config.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

export type AccountLinkKind = 'setup' | 'reset' | 'sign_in' | 'invitation' | 'join'

export interface AccountLinkRow {
  kind: AccountLinkKind
  account_id: string | null
  email: string | null
  org_id: string | null
  invite_id: string | null
  mailed: boolean
  expires_at: string
}

/** Pages of the links. */
const PATHS: Record<AccountLinkKind, string> = {
  setup: 'setup',
  reset: 'reset',
  sign_in: 'link',
  invitation: 'accept',
  join: 'join',
}

const hashLinkSecret = (secret: string) => hash('sha256', secret, 'buffer')

export type NewAccountLink = Pick<AccountLinkRow, 'kind'> & Partial<AccountLinkRow> & { lifetimeMs: number }

/** Stores a link and returns its URL, which is built from BASE_URL only. */
export async function createAccountLink(
  db: Db,
  { baseUrl }: Pick<Config, 'baseUrl'>,
  millis: number,
  { kind, lifetimeMs, ...link }: NewAccountLink,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const [now, end] = [millis, millis + lifetimeMs].map((at) => new Date(at).toISOString())
  await db.query(sql`
    insert into account_links (link_hash, kind, account_id, email, org_id, invite_id, mailed, created_at, expires_at)
    values (${hashLinkSecret(secret)}, ${kind}, ${link.account_id ?? null}, ${link.email ?? null},
      ${link.org_id ?? null}, ${link.invite_id ?? null}, ${link.mailed ?? false}, ${now}, ${end})`)
  return `${baseUrl}/id/${PATHS[kind]}/${secret}`
}

/** Finds a link that was not used and has not expired; `lock` locks it until the transaction ends. */
export async function findAccountLink(
  db: Db,
  kind: AccountLinkKind,
  secret: string,
  millis: number,
  lock = false,
): Promise<AccountLinkRow | undefined> {
  const [row] = await db.query(sql<AccountLinkRow>`
    select kind, account_id, email, org_id, invite_id, mailed, expires_at from account_links
    where link_hash = ${hashLinkSecret(secret)} and kind = ${kind}
      and expires_at > ${new Date(millis).toISOString()} ${lock ? sql`for update` : sql``}`)
  return row
}

export const deleteAccountLink = (db: Db, secret: string): Promise<unknown> =>
  db.query(sql`delete from account_links where link_hash = ${hashLinkSecret(secret)}`)

/** Deletes all links of an account, whose ways to sign in changed. */
export const deleteLinksOfAccount = (db: Db, accountId: string): Promise<unknown> =>
  db.query(sql`delete from account_links where account_id = ${accountId}`)

/** Deletes the links of an invitation, such as when a new one replaces them. */
export const deleteInvitationLinks = (db: Db, inviteId: string): Promise<unknown> =>
  db.query(sql`delete from account_links where invite_id = ${inviteId}`)
