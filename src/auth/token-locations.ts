import { groupByOrg } from '../db/citus/per-org.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

export interface TokenLocation {
  hash: string
  org_id: string
  user_id: string
}

const MAX_CACHED_TOKENS = 100_000
/** Never invalidated, since the organization and principal of a token do not change. */
const cache = new Map<string, TokenLocation>()

/** Finds locations by SHA-256 in hex: sharded databases need the organization to route queries. */
export async function locateTokens(db: Db, hashes: readonly string[]): Promise<TokenLocation[]> {
  const missing = hashes.filter((hash) => !cache.has(hash))
  if (missing.length > 0) {
    const locations = await findTokenLocations(db, missing)
    if (cache.size + locations.length > MAX_CACHED_TOKENS) cache.clear()
    for (const location of locations) cache.set(location.hash, location)
  }
  return hashes.flatMap((hash) => cache.get(hash) ?? [])
}

const toHashList = (hashes: readonly string[]) => sql.list(hashes.map((hash) => Buffer.from(hash, 'hex')))

async function findTokenLocations(db: Db, hashes: readonly string[]): Promise<TokenLocation[]> {
  const organizations = await db.queryByKey(sql<{ hash: string; org_id: string }>`
    select encode(x.token_hash, 'hex') as hash, x.org_id from token_organizations x
    where x.token_hash in (${toHashList(hashes)})`)
  const findInOrg = ([orgId, tokens]: [string, { hash: string }[]]) =>
    db.queryByKey(sql<TokenLocation>`
      select encode(t.token_hash, 'hex') as hash, t.org_id, t.principal_user_id as user_id from access_tokens t
      where t.org_id = ${orgId} and t.token_hash in (${toHashList(tokens.map(({ hash }) => hash))})`)
  return (await Promise.all(groupByOrg(organizations).map(findInOrg))).flat()
}

export const recordTokenOrganization = (db: Db, tokenHash: Buffer, orgId: string): Promise<unknown> =>
  db.query(sql`insert into token_organizations (token_hash, org_id) values (${tokenHash}, ${orgId})`)
