import { respond } from '../../../http/result.ts'
import { defineOperation } from '../../../http/operation.ts'
import { requireFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { getLocalDate } from '../../../auth/time-zone.ts'
import { loadProjectVisibility } from '../projects/policy.ts'
import { presentProgress, progressProperties } from '../projects/schema.ts'
import { findProjectStats } from './queries.ts'

const toDayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

const daysLeft = (today: string, end: string | null): number =>
  end === null ? 0 : Math.max(0, toDayNumber(end) - toDayNumber(today))

const durationDays = (start: string | null, end: string | null): number | null =>
  start === null || end === null ? null : toDayNumber(end) - toDayNumber(start) + 1

const projectStats = s.namedObject('ProjectStats', {
  project_id: s.text('ID of the project.'),
  ...progressProperties,
  team_members: s.int('Number of active members.'),
  days_left: s.int(
    'Days from today to `end_date`, in your `time_zone` (see `/v1/me`); 0 without an end date or after it.',
  ),
  duration_days: s.nullable(s.int('Days from `start_date` to `end_date`, both included; null unless both are set.')),
  bugs_total: s.nullable(s.int('Number of tasks of type `bug` that you can read.')),
})

export const getProjectStatsOperation = defineOperation({
  id: 'project-stats.read',
  method: 'GET',
  path: '/v1/project-stats/{project_id}/stats',
  summary: 'Get project statistics',
  description:
    'Returns task counts, the number of members and the remaining days of a project. Counts include only tasks that you ' +
    'can read, so they differ between users.',
  scope: 'projects:read',
  reply: { status: 200, schema: projectStats },
  authorize: ({ ctx, params }) => loadProjectVisibility(ctx, params.project_id),
  async handle({ ctx, target, params }) {
    const row = requireFound(await findProjectStats(ctx, target, params.project_id))
    return respond({
      project_id: row.project_id,
      ...presentProgress(row),
      team_members: row.team_members,
      days_left: daysLeft(getLocalDate(ctx, row.preferred), row.end_date),
      duration_days: durationDays(row.start_date, row.end_date),
      bugs_total: row.bugs_total,
    })
  },
})
