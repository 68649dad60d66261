import { byOrganization } from '../db/by-organization.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** Where all that concerns a token lies: its organization, and the person who acts by it. The hash is in hex. */
export interface TokenPlace {
  hash: string
  org_id: string
  user_id: string
}

/** The most tokens of which this is remembered. */
const bound = 100_000
/** A token never changes its organization or its person, so what was found once is so, or the token is gone. */
const known = new Map<string, TokenPlace>()

/**
 * The places of access tokens, told by their SHA-256 in hex, without those that no token has. For where the tables are
 * spread: all else about a token lies with its organization.
 */
export async function placesOfTokens(db: Db, hashes: readonly string[]): Promise<TokenPlace[]> {
  const unknown = hashes.filter((hash) => !known.has(hash))
  if (unknown.length > 0) {
    const found = await findPlaces(db, unknown)
    if (known.size + found.length > bound) known.clear()
    for (const place of found) known.set(place.hash, place)
  }
  return hashes.flatMap((hash) => known.get(hash) ?? [])
}

const listOf = (hashes: readonly string[]) => sql.list(hashes.map((hash) => Buffer.from(hash, 'hex')))

async function findPlaces(db: Db, hashes: readonly string[]): Promise<TokenPlace[]> {
  const organizations = await db.lookUp(sql<{ hash: string; org_id: string }>`
    select encode(x.token_hash, 'hex') as hash, x.org_id from token_organizations x
    where x.token_hash in (${listOf(hashes)})`)
  const find = ([orgId, some]: [string, { hash: string }[]]) =>
    db.lookUp(sql<TokenPlace>`
      select encode(t.token_hash, 'hex') as hash, t.org_id, t.principal_user_id as user_id from access_tokens t
      where t.org_id = ${orgId} and t.token_hash in (${listOf(some.map(({ hash }) => hash))})`)
  return (await Promise.all(byOrganization(organizations).map(find))).flat()
}

/** Notes the organization of a token, in the transaction that makes the token. */
export const noteToken = (db: Db, tokenHash: Buffer, orgId: string): Promise<unknown> =>
  db.query(sql`insert into token_organizations (token_hash, org_id) values (${tokenHash}, ${orgId})`)
