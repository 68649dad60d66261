import { sql } from '../../db/sql.ts'
import type { Db } from '../../db/database.ts'
import { newId, SYSTEM_ORG_ID } from '../../core/ids.ts'
import { toSortKey } from '../../core/text.ts'
import type { parseClientMetadata } from '../parse-client-metadata.ts'

export interface DocumentClient {
  client_id: string
  metadata_expires_at: string
  revoked_at: string | null
}

export const findDocumentClient = (db: Db, url: string) =>
  db.queryRowByKey(sql<DocumentClient>`
    select org_id, client_id, metadata_expires_at, revoked_at from oauth_clients where metadata_url = ${url}`)

/**
 * Upserts the app of a document, in the system organization. A review remains valid while the name, redirect URIs and
 * scopes are unchanged.
 */
export async function upsertDocumentClient(
  db: Db,
  url: string,
  description: ReturnType<typeof parseClientMetadata>,
  { millis, until }: { millis: number; until: number },
): Promise<DocumentClient> {
  const [at, expires] = [new Date(millis).toISOString(), new Date(until).toISOString()]
  const { name, redirect_uris, allowed_scopes, logo_url, homepage_url, privacy_url } = description
  const [row] = await db.query(sql<DocumentClient>`
    insert into oauth_clients as c (org_id, client_id, name, name_key, logo_url, homepage_url, privacy_url,
      redirect_uris, client_type, allowed_scopes, registration, metadata_url, metadata_expires_at, created_at, updated_at)
    values (${SYSTEM_ORG_ID}, ${newId('svcc_', millis)}, ${name}, ${toSortKey(name)}, ${logo_url}, ${homepage_url},
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
