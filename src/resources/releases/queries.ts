import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { Release } from './schemas.ts'

/**
 * Stores releases by their ids, all or none; gives how many were known before, and how many were written. The columns hold
 * what a release is looked for by; the whole of it lies in `document`.
 */
export async function storeReleases(
  db: Db,
  releases: Release[],
): Promise<{ known: number; written: number }> {
  const rows = releases.map((document) => ({ ...document, document }))
  const [counts] = await db.query(sql<{ known: number; written: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as release(id text, repository text,
        environment text, release_date timestamptz, is_draft boolean, document jsonb)),
    known as (select release_id from releases where release_id in (select id from given)),
    written as (
      insert into releases as r (release_id, repository, environment, release_date, is_draft, document)
      select id, repository, environment, release_date, is_draft, document from given
      on conflict (release_id) do update set repository = excluded.repository, environment = excluded.environment,
        release_date = excluded.release_date, is_draft = excluded.is_draft, document = excluded.document
      where r.document <> excluded.document
      returning 1)
    select (select count(*)::int from known) as known, (select count(*)::int from written) as written`)
  return counts!
}

/** What is published in an environment since then, the newest first. */
export async function findReleases(
  ctx: Context,
  asked: { environment: string; since: string; repository: string | undefined },
  most: number,
): Promise<Release[]> {
  const { environment, since, repository = null } = asked
  const found = await ctx.db.query(sql<{ document: Release }>`
    select document from releases
    where environment = ${environment} and release_date >= ${since} and not is_draft
      and (${repository}::text is null or repository = ${repository})
    order by release_date desc, release_id desc limit ${most}`)
  return found.map(({ document }) => document)
}
