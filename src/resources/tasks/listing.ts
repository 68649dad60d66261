import { sql } from '../../db/sql.ts'
import type { Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import type { ListQuery } from '../../kernel/paging.ts'
import { operation } from '../../kernel/operation.ts'
import { invalidParameter } from '../../kernel/problem.ts'
import { bool, object, older, optional, text, type Static } from '../../kernel/schema.ts'
import { loadToday } from '../../identity/time-zone.ts'
import { reachOfTeam, type Reach } from '../projects/access.ts'
import { laneReach } from '../sections/access.ts'
import { reachAsked, whoseTasks } from './asked.ts'
import { taskStatuses } from './attributes.ts'
import { wantsDeleted } from './deleted.ts'
import { placeFilters, taskConditions, taskFilters } from './filters.ts'
import { byPlace, taskSorts } from './cards.ts'
import { fieldsAsked, fieldsOf, taskPageOrFields, type CardField } from './card-fields.ts'
import { cardsAnswer } from './kept-cards.ts'
import { findingOf, searchOf, type Sampled } from './searching.ts'
import { taskPage } from './schemas.ts'
import { isPersonal, namedScopes, readSectionScope, type SectionScope } from './section-scope.ts'

const query = object({
  ...whoseTasks,
  include_inaccessible: optional(
    bool({
      description:
        'Keep restricted tasks as blank rows with `has_access` false, where no filter but project and team is set. ' +
        'They are sorted as if they had no values.',
    }),
  ),
  section_scope: optional(
    text({
      description:
        'Fills `section_id` and `section_position`: `user:me` with your own lanes, `project:<id>` and `team:<id>` with ' +
        'theirs, `own` with those of each task’s project, else its team, else your own. `sort_by=section_position` sorts ' +
        'by places in these; without a scope in `own`.',
      onEmpty: 'judged',
    }),
  ),
  search: optional(older(text({ onEmpty: 'ignored' }), 'Older form of `filter[search]`.')),
  status: optional(older(text({ onEmpty: 'judged' }), 'Older form of `filter[status]`.')),
  unfiled: optional(older(bool(), 'Older form of `filter[project]=__unfiled__`.')),
})

type Asked = Static<typeof query>

const withOlderSearch = (filters: Filters, { search }: Asked): Filters =>
  search && !filters.search ? { ...filters, search: [search] } : { ...filters }

/** The filters with the older parameters among them; a `filter[…]` of the same kind wins. */
function withOlder(filters: Filters, asked: Asked): Filters {
  const all = withOlderSearch(filters, asked)
  if (asked.status !== undefined && !all.status) {
    all.status = asked.status.split(',')
    const unknown = all.status.find((status) => !(taskStatuses as readonly string[]).includes(status))
    if (unknown !== undefined)
      throw invalidParameter('status', `status does not take "${unknown.slice(0, 60)}".`, taskStatuses)
  }
  if (asked.unfiled && !all.project) all.project = ['__unfiled__']
  return all
}

/** The sections that a list tells of: those that are asked for, or else those that it is sorted by. */
const scopeShown = (asked: Asked, list: ListQuery): SectionScope | undefined =>
  readSectionScope(asked.section_scope) ?? (byPlace(list) ? { kind: 'own' } : undefined)

/** A page of the tasks within a reach that a query asks for. */
async function answerTasks(
  ctx: Context,
  reach: Reach & Sampled,
  {
    query: asked,
    list,
    filters,
  }: { query: Asked & { fields?: CardField[] }; list: ListQuery; filters: Filters },
): Promise<Answer> {
  const all = withOlder(filters, asked)
  if (all.overdue) await loadToday(ctx)
  const conditions = taskConditions(ctx, reach, all, readSectionScope(asked.section_scope))
  if (asked.project_id !== undefined) conditions.push(sql`t.project_id = ${asked.project_id}`)
  const keep =
    asked.include_inaccessible === true && Object.keys(all).every((name) => placeFilters.includes(name))
  const search = searchOf(all)
  return cardsAnswer(ctx, {
    list,
    reach,
    conditions,
    keepRestricted: keep,
    scope: scopeShown(asked, list),
    finding: search ? findingOf(search, reach) : undefined,
    fields: fieldsOf(asked.fields),
    deleted: wantsDeleted(all),
  })
}

/** The task list as others may ask it: what its query takes, and its answer within a reach. */
export const taskListing = {
  query,
  filters: taskFilters,
  list: taskSorts,
  /** Throws what the list would throw for a value that the schema of its query can't judge. */
  check: (asked: Asked) => void readSectionScope(asked.section_scope),
  answer: answerTasks,
}

export const listTasks = operation({
  id: 'tasks.list',
  method: 'GET',
  path: '/v1/tasks',
  summary: 'List and search tasks',
  description:
    'Tasks of an organization that you can read. Values of one `filter[…]` are OR-ed (comma-separated or repeated), ' +
    'different filters are AND-ed. `filter[search]` finds any literal text.',
  scope: 'tasks:read',
  query: object({ ...query.properties, fields: fieldsAsked }),
  list: taskSorts,
  filters: taskFilters,
  problems: { 404: 'the project is missing, or not for you to see' },
  reply: { status: 200, schema: taskPageOrFields },
  example: { query: { 'filter[status]': 'in_progress,blocked', sort_by: 'due_date' } },
  access: ({ ctx, query: asked, list, filters }) =>
    reachAsked(ctx, asked, {
      filters: withOlderSearch(filters, asked),
      find: isPersonal(scopeShown(asked, list)) ? laneReach(ctx) : undefined,
    }),
  handle: ({ ctx, target, ...asked }) => answerTasks(ctx, target, asked),
})

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
        description:
          'Fills `section_id` and `section_position`: `user:me`, `project:<id>`, `team:<id>`; the team’s own when sorted by ' +
          'these.',
        onEmpty: 'judged',
      }),
    ),
  }),
  list: taskSorts,
  reply: { status: 200, schema: taskPage },
  async access({ ctx, params, query, list }) {
    const ofTeam = byPlace(list) ? ({ kind: 'team', id: params.team_id } as const) : undefined
    const scope = readSectionScope(query.section_scope, namedScopes) ?? ofTeam
    return { reach: await reachOfTeam(ctx, params.team_id), scope }
  },
  async handle({ ctx, target: { reach, scope }, params, query, list }) {
    const intake = [sql`t.team_id = ${params.team_id}`, sql`t.project_id is null`]
    const keep = query.include_inaccessible === true
    return cardsAnswer(ctx, { list, reach, conditions: intake, keepRestricted: keep, scope })
  },
})
