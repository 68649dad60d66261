import { byOrganization } from '../db/by-organization.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** The most tokens whose organization is remembered. */
const bound = 100_000
/** A token never changes its organization, so what was found once is so, or the token is gone. */
const known = new Map<string, string>()

/**
 * The organizations of access tokens, told by their SHA-256 in hex, and which of them are whose; without those that no
 * token has. For where the tables are spread: all else about a token lies with its organization.
 */
export async function tokensByOrganization(
  db: Db,
  hashes: readonly string[],
): Promise<[orgId: string, hashes: string[]][]> {
  const unknown = hashes.filter((hash) => !known.has(hash))
  if (unknown.length > 0) {
    const found = await db.lookUp(sql<{ hash: string; org_id: string }>`
      select encode(x.token_hash, 'hex') as hash, x.org_id from token_organizations x
      where x.token_hash in (${sql.list(unknown.map((hash) => Buffer.from(hash, 'hex')))})`)
    if (known.size + found.length > bound) known.clear()
    for (const { hash, org_id } of found) known.set(hash, org_id)
  }
  const placed = hashes.flatMap((hash) => {
    const org_id = known.get(hash)
    return org_id === undefined ? [] : [{ org_id, hash }]
  })
  return byOrganization(placed).map(([orgId, tokens]) => [orgId, tokens.map(({ hash }) => hash)])
}

/** Notes the organization of a token, in the transaction that makes the token. */
export const noteToken = (db: Db, tokenHash: Buffer, orgId: string): Promise<unknown> =>
  db.query(sql`insert into token_organizations (token_hash, org_id) values (${tokenHash}, ${orgId})`)
