import { answer } from '../../kernel/answer.ts'
import { operation } from '../../kernel/operation.ts'
import { notFound } from '../../kernel/problem.ts'
import { int, nullable, object, text } from '../../kernel/schema.ts'
import { toToday } from '../../identity/time-zone.ts'
import { reachOfProject } from '../projects/access.ts'
import { presentProgress, progress } from '../projects/schemas.ts'
import { findStats } from './queries.ts'

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

/** Days from today to the end; 0 without an end and when it is past. */
const daysLeft = (today: string, end: string | null): number =>
  end === null ? 0 : Math.max(0, dayOf(end) - dayOf(today))

/** Days from start to end, both counted; null unless both are known. */
const durationDays = (start: string | null, end: string | null): number | null =>
  start === null || end === null ? null : dayOf(end) - dayOf(start) + 1

const projectStats = object(
  {
    project_id: text(),
    ...progress,
    team_members: int({ description: 'Number of members.' }),
    days_left: int({
      description:
        'Days from today in your `time_zone` (see `/v1/me`) to `end_date`; 0 without one and once it has passed.',
    }),
    duration_days: nullable(
      int({ description: 'From `start_date` to `end_date`, both counted; null unless both are set.' }),
    ),
    bugs_total: nullable(int({ description: 'Bugs among the tasks.' })),
  },
  { title: 'ProjectStats' },
)

export const readStats = operation({
  id: 'project-stats.read',
  method: 'GET',
  path: '/v1/project-stats/{project_id}/stats',
  summary: "Read a project's statistics",
  description: 'Counts cover the tasks you can read: two people may get different numbers.',
  scope: 'projects:read',
  params: object({ project_id: text() }),
  reply: { status: 200, schema: projectStats },
  access: ({ ctx, params }) => reachOfProject(ctx, params.project_id),
  async handle({ ctx, target, params }) {
    const row = await findStats(ctx, target, params.project_id)
    if (!row) throw notFound()
    return answer({
      project_id: row.project_id,
      ...presentProgress(row),
      team_members: row.team_members,
      days_left: daysLeft(toToday(ctx, row.preferred), row.end_date),
      duration_days: durationDays(row.start_date, row.end_date),
      bugs_total: row.bugs_total,
    })
  },
})
