import type { TestApp } from '../../support/app.ts'

/** Statuses with their position in the sort order. */
const statuses = { in_progress: 1, not_started: 2, completed: 4 }

export interface Filling {
  org_id: string
  project_id: string
  tasks: number
  people: string[]
}

/** Keeps each insert below the statement timeout, even on a busy machine. */
const atOnce = 2000

/**
 * Inserts tasks directly into the database, since the API would take minutes for a hundred thousand. Titles are
 * numbered from 1 in the order of creation; there are no events.
 */
export async function fillProject(app: TestApp, filling: Filling): Promise<void> {
  const { org_id, project_id, tasks, people } = filling
  for (let first = 1; first <= tasks; first += atOnce) {
    await app.sql(
      `INSERT INTO tasks (org_id, task_id, project_id, title, title_key, status, status_rank, priority, priority_rank,
         assignee, assignee_key, due_date, tags, created_by, updated_by, created_at, updated_at)
       SELECT $1, 'T' || lpad(n::text, 16, '0'), $2, 'Inspect crane ' || n, 'inspect crane ' || n,
         ($3::text[])[1 + n % 3], ($4::int[])[1 + n % 3], 'none', 4, who, who, date '2026-11-01' + n % 90, ARRAY['upkeep'],
         who, who, now() - interval '30 days' + n * interval '1 second', now() - interval '30 days' + n * interval '1 second'
       FROM generate_series($5::int, $6::int) n, LATERAL (SELECT ($7::text[])[1 + n % $8::int]) AS p (who)`,
      [
        org_id,
        project_id,
        Object.keys(statuses),
        Object.values(statuses),
        first,
        Math.min(first + atOnce - 1, tasks),
        people,
        people.length,
      ],
    )
  }
  await app.sql('ANALYZE tasks')
}
