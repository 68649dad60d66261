import { sql } from '../db/sql.ts'
import type { Db } from '../db/database.ts'
import { newId, systemOrganization } from '../kernel/values/ids.ts'
import { sortKey } from '../kernel/text.ts'
import type { readDescription } from './descriptions.ts'

/** An app that describes itself at an address, as far as it is known. */
export interface Described {
  client_id: string
  metadata_expires_at: string
  revoked_at: string | null
}

/** Finds the app of a document that was read before. */
export async function findByDocument(db: Db, url: string): Promise<Described | undefined> {
  const [row] = await db.lookUp(sql<Described>`
    select org_id, client_id, metadata_expires_at, revoked_at from oauth_clients where metadata_url = ${url}`)
  return row
}

/**
 * Stores what a document says: a new app of the system organization, or the same one as it is described now. As with any
 * app, a review holds for the name, the addresses and the scopes that it was given for.
 */
export async function storeDescribed(
  db: Db,
  url: string,
  said: ReturnType<typeof readDescription>,
  { millis, until }: { millis: number; until: number },
): Promise<Described> {
  const [at, expires] = [new Date(millis).toISOString(), new Date(until).toISOString()]
  const { name, redirect_uris, allowed_scopes, logo_url, homepage_url, privacy_url } = said
  const [row] = await db.query(sql<Described>`
    insert into oauth_clients as c (org_id, client_id, name, name_key, logo_url, homepage_url, privacy_url,
      redirect_uris, client_type, allowed_scopes, registration, metadata_url, metadata_expires_at, created_at, updated_at)
    values (${systemOrganization}, ${newId('svcc_', millis)}, ${name}, ${sortKey(name)}, ${logo_url}, ${homepage_url},
      ${privacy_url}, ${redirect_uris}, 'public', ${allowed_scopes}, 'dynamic', ${url}, ${expires}, ${at}, ${at})
    on conflict (metadata_url) where metadata_url is not null do update set
      review_state = case when (c.name, c.redirect_uris, c.allowed_scopes)
        = (excluded.name, excluded.redirect_uris, excluded.allowed_scopes) then c.review_state else 'private' end,
      name = excluded.name, name_key = excluded.name_key, logo_url = excluded.logo_url,
      homepage_url = excluded.homepage_url, privacy_url = excluded.privacy_url,
      redirect_uris = excluded.redirect_uris, allowed_scopes = excluded.allowed_scopes,
      metadata_expires_at = excluded.metadata_expires_at, updated_at = excluded.updated_at, version = c.version + 1
    returning client_id, metadata_expires_at, revoked_at`)
  return row!
}
