import type { TestApp } from '../../support/app.ts'

/** Statuses with their position in the sort order. */
const statuses = { in_progress: 1, not_started: 2, completed: 4 }

export interface ProjectFilling {
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
export async function fillProject(app: TestApp, filling: ProjectFilling): Promise<void> {
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

export interface RoadmapFilling {
  org_id: string
  project_id: string
  lines: number
  /** Stops of each line. */
  stops: number
}

/** Inserts lines and their stops directly into the database. Every tenth stop is also on the next line, as a junction. */
export async function fillRoadmap(app: TestApp, { org_id, project_id, lines, stops }: RoadmapFilling): Promise<void> {
  const values = [org_id, project_id, lines, stops]
  await app.sql(
    `INSERT INTO journeys (org_id, journey_id, project_id, name, color, position, created_at, updated_at)
     SELECT $1::uuid, 'J' || l, $2, 'Line ' || l, (ARRAY['blue', 'red', 'green'])[1 + l % 3], l, now(), now()
     FROM generate_series(1, $3::int) l WHERE $4::int > 0`,
    values,
  )
  await app.sql(
    `INSERT INTO stops (org_id, stop_id, project_id, title, title_key, target_date, created_at, updated_at)
     SELECT $1::uuid, 'S' || l || '-' || s, $2, 'Stop ' || s || ' of line ' || l, 'stop', current_date - 400 + s * 10, now(), now()
     FROM generate_series(1, $3::int) l, generate_series(1, $4::int) s`,
    values,
  )
  await app.sql(
    `INSERT INTO journey_stops (org_id, journey_id, stop_id, position)
     SELECT $1::uuid, 'J' || l, 'S' || l || '-' || s, 2 * s FROM generate_series(1, $3::int) l, generate_series(1, $4::int) s
     WHERE $2::text IS NOT NULL
     UNION ALL
     SELECT $1::uuid, 'J' || (l + 1), 'S' || l || '-' || s, 2 * s + 1
     FROM generate_series(1, $3::int - 1) l, generate_series(10, $4::int - 1, 10) s`,
    values,
  )
}
