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
import { findingOf, searchOf, type Sampled } from './search.ts'
import { taskPage } from './schemas.ts'
import { isPersonal, namedScopes, readSectionScope, type SectionScope } from './section-scope.ts'

const querySchema = object({
  ...whoseTasks,
  include_inaccessible: optional(
    bool({
      description:
        'Includes restricted tasks as masked rows with `has_access` false, sorted as if they had no values. Ignored with ' +
        'filters other than `project` and `team`.',
    }),
  ),
  section_scope: optional(
    text({
      description:
        'Sections returned in `section_id` and `section_position`, and used by `sort_by=section_position` (default `own`): ' +
        '`user:me` for personal sections, `project:<id>`, `team:<id>`, or `own` for the sections of each task’s project, ' +
        'else of its team, else personal sections.',
      onEmpty: 'judged',
    }),
  ),
  search: optional(older(text({ onEmpty: 'ignored' }), 'Use `filter[search]`.')),
  status: optional(older(text({ onEmpty: 'judged' }), 'Use `filter[status]`.')),
  unfiled: optional(older(bool(), 'Use `filter[project]=__unfiled__`.')),
})

type TaskListParams = Static<typeof querySchema>

const addDeprecatedSearch = (filters: Filters, { search }: TaskListParams): Filters =>
  search && !filters.search ? { ...filters, search: [search] } : { ...filters }

/** Adds deprecated parameters to the filters, unless the corresponding `filter[…]` is set. */
function addDeprecatedFilters(filters: Filters, query: TaskListParams): Filters {
  const all = addDeprecatedSearch(filters, query)
  if (query.status !== undefined && !all.status) {
    all.status = query.status.split(',')
    const unknown = all.status.find((status) => !(taskStatuses as readonly string[]).includes(status))
    if (unknown !== undefined)
      throw invalidParameter('status', `status does not accept "${unknown.slice(0, 60)}".`, taskStatuses)
  }
  if (query.unfiled && !all.project) all.project = ['__unfiled__']
  return all
}

const chooseSectionScope = (query: TaskListParams, list: ListQuery): SectionScope | undefined =>
  readSectionScope(query.section_scope) ?? (byPlace(list) ? { kind: 'own' } : undefined)

async function respondWithTasks(
  ctx: Context,
  visibility: Reach & Sampled,
  {
    query,
    list,
    filters,
  }: { query: TaskListParams & { fields?: CardField[] }; list: ListQuery; filters: Filters },
): Promise<Answer> {
  const all = addDeprecatedFilters(filters, query)
  if (all.overdue) await loadToday(ctx)
  const conditions = taskConditions(ctx, visibility, all, readSectionScope(query.section_scope))
  if (query.project_id !== undefined) conditions.push(sql`t.project_id = ${query.project_id}`)
  const includeRestricted =
    query.include_inaccessible === true && Object.keys(all).every((name) => placeFilters.includes(name))
  const search = searchOf(all)
  return cardsAnswer(ctx, {
    list,
    visibility,
    conditions,
    includeRestricted,
    scope: chooseSectionScope(query, list),
    searchPlan: search ? findingOf(search, visibility) : undefined,
    fields: fieldsOf(query.fields),
    deleted: wantsDeleted(all),
  })
}

/** Task list for other callers: its query schema and its handler. */
export const taskListing = {
  query: querySchema,
  filters: taskFilters,
  list: taskSorts,
  /** Throws the errors of the list that its query schema cannot express. */
  check: (query: TaskListParams) => void readSectionScope(query.section_scope),
  answer: respondWithTasks,
}

export const listTasks = operation({
  id: 'tasks.list',
  method: 'GET',
  path: '/v1/tasks',
  summary: 'List and search tasks',
  description:
    'Returns tasks of an organization or a project that the caller can read, sorted by title by default. Values of one ' +
    '`filter[…]`, comma-separated or repeated, are combined with OR; different filters with AND.',
  scope: 'tasks:read',
  query: object({ ...querySchema.properties, fields: fieldsAsked }),
  list: taskSorts,
  filters: taskFilters,
  problems: { 404: 'The project does not exist, or the caller cannot read it.' },
  reply: { status: 200, schema: taskPageOrFields },
  example: { query: { 'filter[status]': 'in_progress,blocked', sort_by: 'due_date' } },
  access: ({ ctx, query, list, filters }) =>
    reachAsked(ctx, query, {
      filters: addDeprecatedSearch(filters, query),
      find: isPersonal(chooseSectionScope(query, list)) ? laneReach(ctx) : undefined,
    }),
  handle: ({ ctx, target, ...request }) => respondWithTasks(ctx, target, request),
})

export const listIntake = operation({
  id: 'teams.list_tasks',
  method: 'GET',
  path: '/v1/teams/{team_id}/intake',
  summary: "List a team's intake",
  description:
    'Returns tasks of the team that are not in a project and that the caller can read, sorted by title by default.',
  scope: 'teams:read',
  params: object({ team_id: text({ description: 'Id of the team.' }) }),
  query: object({
    include_inaccessible: optional(
      bool({ description: 'Includes restricted tasks as masked rows with `has_access` false.' }),
    ),
    section_scope: optional(
      text({
        description:
          'Sections returned in `section_id` and `section_position`: `user:me`, `project:<id>` or `team:<id>`. The default ' +
          'is this team when sorted by `section_position`.',
        onEmpty: 'judged',
      }),
    ),
  }),
  list: taskSorts,
  reply: { status: 200, schema: taskPage },
  async access({ ctx, params, query, list }) {
    const defaultScope = byPlace(list) ? ({ kind: 'team', id: params.team_id } as const) : undefined
    const scope = readSectionScope(query.section_scope, namedScopes) ?? defaultScope
    return { visibility: await reachOfTeam(ctx, params.team_id), scope }
  },
  async handle({ ctx, target: { visibility, scope }, params, query, list }) {
    const conditions = [sql`t.team_id = ${params.team_id}`, sql`t.project_id is null`]
    const includeRestricted = query.include_inaccessible === true
    return cardsAnswer(ctx, { list, visibility, conditions, includeRestricted, scope })
  },
})
