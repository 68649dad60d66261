import { sql } from '../../db/sql.ts'
import { pageAnswer } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { bool, object, optional, text } from '../../kernel/schema.ts'
import { reachOfTeam } from '../projects/access.ts'
import { selectTasks, taskSorts } from './list.ts'
import { presentCards } from './present.ts'
import { taskPage } from './schemas.ts'
import { namedScopes, readSectionScope } from './section-scope.ts'

export const listIntake = operation({
  id: 'teams.list_tasks',
  method: 'GET',
  path: '/v1/teams/{team_id}/intake',
  summary: "List a team's intake",
  description: 'The tasks of the team that lie in no project yet, as far as you can read them.',
  scope: 'teams:read',
  params: object({ team_id: text() }),
  query: object({
    include_inaccessible: optional(
      bool({ description: 'Keep restricted tasks as blank rows with `has_access` false.' }),
    ),
    section_scope: optional(
      text({
        description: 'Fills `section_id` and `section_position`: `user:me`, `project:<id>`, `team:<id>`.',
        onEmpty: 'judged',
      }),
    ),
  }),
  list: taskSorts,
  reply: { status: 200, schema: taskPage },
  async access({ ctx, params, query }) {
    const scope = readSectionScope(query.section_scope, namedScopes)
    return { reach: await reachOfTeam(ctx, params.team_id), scope }
  },
  async handle({ ctx, target: { reach, scope }, params, query, list }) {
    const intake = [sql`t.team_id = ${params.team_id}`, sql`t.project_id is null`]
    const keep = query.include_inaccessible === true
    const cards = await selectTasks(ctx, list, reach, intake, keep, scope)
    return pageAnswer(ctx, list, cards, (page) => presentCards(ctx, reach, page))
  },
})
