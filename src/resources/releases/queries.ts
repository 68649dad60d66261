import { query, type Db } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import type { Release } from './schemas.ts'

/** What a release is looked for by; the whole of it lies in `document`. */
const columns =
  'id text, repository text, environment text, release_date timestamptz, is_draft boolean, document jsonb'

const store = `
  WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS release(${columns})),
  known AS (SELECT release_id FROM releases WHERE release_id IN (SELECT id FROM given)),
  written AS (
    INSERT INTO releases AS r (release_id, repository, environment, release_date, is_draft, document)
    SELECT id, repository, environment, release_date, is_draft, document FROM given
    ON CONFLICT (release_id) DO UPDATE SET repository = excluded.repository, environment = excluded.environment,
      release_date = excluded.release_date, is_draft = excluded.is_draft, document = excluded.document
    WHERE r.document <> excluded.document
    RETURNING 1)
  SELECT (SELECT count(*)::int FROM known) AS known, (SELECT count(*)::int FROM written) AS written`

/** Stores releases by their ids, all or none; gives how many were known before, and how many were written. */
export async function storeReleases(
  db: Db,
  releases: Release[],
): Promise<{ known: number; written: number }> {
  const rows = releases.map((document) => ({ ...document, document }))
  const [counts] = await query<{ known: number; written: number }>(db, store, [JSON.stringify(rows)])
  return counts!
}

/** What is published in an environment since then, the newest first. */
export async function findReleases(
  ctx: Context,
  asked: { environment: string; since: string; repository: string | undefined },
  most: number,
): Promise<Release[]> {
  const found = await query<{ document: Release }>(
    ctx.db,
    `SELECT document FROM releases
     WHERE environment = $1 AND release_date >= $2 AND NOT is_draft AND ($3::text IS NULL OR repository = $3)
     ORDER BY release_date DESC, release_id DESC LIMIT $4`,
    [asked.environment, asked.since, asked.repository ?? null, most],
  )
  return found.map(({ document }) => document)
}
