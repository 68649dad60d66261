type RunSql = (text: string, values: unknown[]) => Promise<unknown>

interface WatcherCounts {
  members: number
  /** Tasks watched by the first hundred of them. */
  byHundred: string[]
  /** Tasks watched by ten of them each, different ones per task. */
  byTen: string[]
}

const statement = `
  WITH made AS (INSERT INTO users (user_id, issuer, subject, username, username_key, created_at, updated_at)
      SELECT id, 'none', id::text, 'w' || id, 'w' || id, now(), now()
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::integer)) drawn RETURNING user_id, username),
    joined AS (INSERT INTO organization_members (org_id, user_id, username, username_key, role, created_at, updated_at)
      SELECT $1, user_id, username, username, 'member', now(), now() FROM made),
    numbered AS (SELECT user_id, row_number() OVER () - 1 AS n FROM made)
  INSERT INTO task_watchers (org_id, task_id, user_id, watching, reason, created_at)
  SELECT $1, t.task_id, m.user_id, true, 'chosen', now()
  FROM numbered m JOIN (
    SELECT task_id, 0 AS first, 100 AS many FROM unnest($3::text[]) AS task_id
    UNION ALL SELECT task_id, 100 + 10 * (i - 1), 10 FROM unnest($4::text[]) WITH ORDINALITY AS one (task_id, i)
  ) t ON m.n >= t.first AND m.n < t.first + t.many`

/** Inserts users who are members of an organization and watch its tasks. */
export async function insertWatchers(
  run: RunSql,
  orgId: string,
  { members, byHundred, byTen }: WatcherCounts,
): Promise<void> {
  await run(statement, [orgId, members, byHundred, byTen])
}
