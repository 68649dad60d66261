import type { Db } from '../../../db/database.ts'
import { sql } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { Release } from './schema.ts'

/**
 * Upserts releases in one statement. Returns how many existed and how many were written. Columns are for filtering;
 * `document` has the whole release.
 */
export async function upsertReleases(db: Db, releases: Release[]): Promise<{ known: number; written: number }> {
  const rows = releases.map((document) => ({ ...document, document }))
  const [counts] = await db.query(sql<{ known: number; written: number }>`
    with requested as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as release(id text, repository text,
        environment text, release_date timestamptz, is_draft boolean, document jsonb)),
    known as (select release_id from releases where release_id in (select id from requested)),
    written as (
      insert into releases as r (release_id, repository, environment, release_date, is_draft, document)
      select id, repository, environment, release_date, is_draft, document from requested
      on conflict (release_id) do update set repository = excluded.repository, environment = excluded.environment,
        release_date = excluded.release_date, is_draft = excluded.is_draft, document = excluded.document
      where r.document <> excluded.document
      returning 1)
    select (select count(*)::int from known) as known, (select count(*)::int from written) as written`)
  return counts!
}

export async function listReleases(
  ctx: Context,
  filter: { environment: string; since: string; repository: string | undefined },
  limit: number,
): Promise<Release[]> {
  const { environment, since, repository = null } = filter
  const rows = await ctx.db.query(sql<{ document: Release }>`
    select document from releases
    where environment = ${environment} and release_date >= ${since} and not is_draft
      and (${repository}::text is null or repository = ${repository})
    order by release_date desc, release_id desc limit ${limit}`)
  return rows.map(({ document }) => document)
}
