import { or, sql } from '../../../db/sql.ts'
import type { OperationResult } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { parseCustomFilterKey, type Filters } from '../../../http/pagination/filters.ts'
import type { PageRequest } from '../../../http/pagination/pagination.ts'
import { defineOperation } from '../../../http/operation.ts'
import { invalidParameter } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { loadToday } from '../../../auth/time-zone.ts'
import { loadTeamVisibility, type OrgVisibility } from '../projects/policy.ts'
import { getPersonalSectionsLoader } from '../sections/policy.ts'
import { loadRequestedVisibility, taskContainerParams, type ListSamples } from './list-scope.ts'
import { taskStatuses } from './enums.ts'
import { requestsDeletedTasks } from './queries/deleted.ts'
import { containerFilters, buildTaskConditions, taskFilters } from './queries/filters.ts'
import { loadCustomQuery, type UnknownFields } from './queries/custom-filters.ts'
import { findInvolvedBranches } from './queries/involved.ts'
import { isSortedBySection, taskSorts, type TaskListQuery } from './queries/list.ts'
import { taskFieldsParam, orderRequestedFields, taskPageOrFields, type TaskListField } from './queries/list-fields.ts'
import { respondWithTaskList } from './queries/list-cache.ts'
import { planTaskSearch, parseTaskSearch } from './queries/search.ts'
import { taskPage } from './schema.ts'
import {
  includesPersonalSections,
  namedSectionScopes,
  parseSectionScope,
  type SectionScope,
} from './queries/section-scope.ts'

const querySchema = s.object({
  ...taskContainerParams,
  include_inaccessible: s.optional(
    s.bool(
      'Includes restricted tasks as masked rows with `has_access` false, sorted as if they had no values. Ignored with ' +
        'filters other than `project` and `team`.',
    ),
  ),
  section_scope: s.optional(
    s.text({
      description:
        'Sections returned in `section_id` and `section_position`, and used by `sort_by=section_position` (default `own`): ' +
        '`user:me` for personal sections, `project:<id>`, `team:<id>`, or `own` for the sections of each task’s project, ' +
        'else of its team, else personal sections.',
      onEmpty: 'validated',
    }),
  ),
  search: s.optional(s.deprecatedField(s.text({ onEmpty: 'ignored' }), 'Use `filter[search]`.')),
  status: s.optional(s.deprecatedField(s.text({ onEmpty: 'validated' }), 'Use `filter[status]`.')),
  unfiled: s.optional(s.deprecatedField(s.bool(), 'Use `filter[project]=__unfiled__`.')),
})

type TaskListParams = s.Static<typeof querySchema>

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

const chooseSectionScope = (query: TaskListParams, list: PageRequest): SectionScope | undefined =>
  parseSectionScope(query.section_scope) ?? (isSortedBySection(list) ? { kind: 'own' } : undefined)

interface TaskListRequest {
  query: TaskListParams & { fields?: TaskListField[] }
  list: PageRequest
  filters: Filters
}

/** Returns the query of the list for a parsed request. */
export async function buildTaskListQuery(
  ctx: Context,
  visibility: OrgVisibility & ListSamples,
  { query, list, filters }: TaskListRequest,
  unknownFields: UnknownFields = 'reject',
): Promise<TaskListQuery> {
  const all = addDeprecatedFilters(filters, query)
  if (all.overdue) await loadToday(ctx)
  const conditions = buildTaskConditions(ctx, visibility, all, parseSectionScope(query.section_scope))
  if (query.project_id !== undefined) conditions.push(sql`t.project_id = ${query.project_id}`)
  const { conditions: onFields, ...custom } = await loadCustomQuery(
    ctx,
    visibility,
    { filters: all, list },
    unknownFields,
  )
  const includeMasked =
    query.include_inaccessible === true && Object.keys(all).every((name) => containerFilters.includes(name))
  const search = parseTaskSearch(all)
  const involved = await findInvolvedBranches(ctx, visibility, all)
  return {
    list,
    visibility,
    conditions: [...conditions, ...onFields, ...(search && involved ? [or(involved)] : [])],
    ...custom,
    filtersCustomFields: onFields.length > 0,
    includeMasked,
    sectionScope: chooseSectionScope(query, list),
    searchPlan: search ? planTaskSearch(search, visibility) : involved && { branches: involved },
    fields: orderRequestedFields(query.fields),
    deleted: requestsDeletedTasks(all),
  }
}

const respondWithTasks = async (
  ctx: Context,
  visibility: OrgVisibility & ListSamples,
  request: TaskListRequest,
  unknownFields: UnknownFields = 'reject',
): Promise<OperationResult> =>
  respondWithTaskList(ctx, await buildTaskListQuery(ctx, visibility, request, unknownFields))

/** Returns the filters to sample: that of the field that sorts is always applied to the values that are read in order. */
const selectSampledFilters = (filters: Filters, { keys }: PageRequest): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(
      ([name]) => !keys[0]?.custom || parseCustomFilterKey(name)?.field !== keys[0].custom,
    ),
  )

/** Loads the visibility that a request to the list needs. */
export const loadTaskListVisibility = (ctx: Context, { query, list, filters }: TaskListRequest) =>
  loadRequestedVisibility(ctx, query, {
    filters: selectSampledFilters(addDeprecatedSearch(filters, query), list),
    find: includesPersonalSections(chooseSectionScope(query, list)) ? getPersonalSectionsLoader(ctx) : undefined,
  })

/** Task list for other callers: its query schema and its handler. */
export const taskListHandler = {
  query: querySchema,
  filters: taskFilters,
  list: taskSorts,
  /** Throws the errors of the list that its query schema cannot express. */
  check: (query: TaskListParams) => void parseSectionScope(query.section_scope),
  /** A stored query may name fields that the caller cannot read, or options that do not exist: such a query matches nothing. */
  answer: (ctx: Context, visibility: OrgVisibility, request: TaskListRequest) =>
    respondWithTasks(ctx, visibility, request, 'match-nothing'),
}

export const listTasksOperation = defineOperation({
  id: 'tasks.list',
  method: 'GET',
  path: '/v1/tasks',
  summary: 'List and search tasks',
  description:
    'Returns tasks of an organization or a project that the caller can read, sorted by title by default. Values of one ' +
    '`filter[…]`, comma-separated or repeated, are combined with OR; different filters with AND.',
  scope: 'tasks:read',
  query: s.object({ ...querySchema.properties, fields: taskFieldsParam }),
  list: taskSorts,
  filters: taskFilters,
  problems: { 404: 'The project does not exist, or the caller cannot read it.' },
  reply: { status: 200, schema: taskPageOrFields },
  example: { query: { 'filter[status]': 'in_progress,blocked', sort_by: 'due_date' } },
  authorize: ({ ctx, ...request }) => loadTaskListVisibility(ctx, request),
  handle: ({ ctx, target, ...request }) => respondWithTasks(ctx, target, request),
})

export const listIntakeOperation = defineOperation({
  id: 'teams.list_tasks',
  method: 'GET',
  path: '/v1/teams/{team_id}/intake',
  summary: "List a team's intake",
  description:
    'Returns tasks of the team that are not in a project and that the caller can read, sorted by title by default.',
  scope: 'teams:read',
  params: { team_id: 'ID of the team.' },
  query: s.object({
    include_inaccessible: s.optional(s.bool('Includes restricted tasks as masked rows with `has_access` false.')),
    section_scope: s.optional(
      s.text({
        description:
          'Sections returned in `section_id` and `section_position`: `user:me`, `project:<id>` or `team:<id>`. The default ' +
          'is this team when sorted by `section_position`.',
        onEmpty: 'validated',
      }),
    ),
  }),
  list: taskSorts,
  reply: { status: 200, schema: taskPage },
  async authorize({ ctx, params, query, list }) {
    const defaultScope = isSortedBySection(list) ? ({ kind: 'team', id: params.team_id } as const) : undefined
    const scope = parseSectionScope(query.section_scope, namedSectionScopes) ?? defaultScope
    return { visibility: await loadTeamVisibility(ctx, params.team_id), scope }
  },
  async handle({ ctx, target: { visibility, scope }, params, query, list }) {
    const conditions = [sql`t.team_id = ${params.team_id}`, sql`t.project_id is null`]
    const includeMasked = query.include_inaccessible === true
    const { sortField } = await loadCustomQuery(ctx, visibility, { filters: {}, list })
    return respondWithTaskList(ctx, { list, visibility, conditions, includeMasked, sectionScope: scope, sortField })
  },
})
