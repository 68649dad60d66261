import { and, or, sql, type Sql } from '../../../db/sql.ts'
import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import { parseCustomFilterKey, type Filters } from '../../../http/pagination/filters.ts'
import { defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { invalidParameter } from '../../../core/errors.ts'
import { loadToday } from '../../../auth/time-zone.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import { loadRequestedVisibility, taskContainerParams } from './list-scope.ts'
import { liveTaskCondition, buildRestorableCondition, requestsDeletedTasks } from './queries/deleted.ts'
import { buildTaskConditions, taskFilters } from './queries/filters.ts'
import {
  buildAttributeAxis,
  buildFieldAxis,
  countTasksBy,
  MAX_TASK_CELLS,
  MAX_TASK_GROUPS,
  taskGroupings,
  type CountAxis,
  type TaskGrouping,
} from './queries/counts.ts'
import {
  buildCustomConditions,
  chooseCondition,
  loadRequestedFields,
  type RequestedFields,
} from './queries/custom-filters.ts'
import { findInvolvedBranches } from './queries/involved.ts'
import { planTaskSearch, parseTaskSearch } from './queries/search.ts'
import { parseSectionScope, type SectionScope } from './queries/section-scope.ts'

const groupings = s.namedEnum('TaskGrouping', [...taskGroupings])

const buildGroupingParameter = (description: string) =>
  s.optional(
    s.rawSchema<string>({
      type: 'string',
      anyOf: [s.stringEnum(groupings), { type: 'string', format: 'custom-field' }],
      description,
    }),
  )

const querySchema = s.object({
  ...taskContainerParams,
  group_by: buildGroupingParameter(
    'Attribute by which the tasks are also counted in groups: one of the names, or `custom.KEY` for a custom field with ' +
      'options, users or a checkbox. A task counts in the group of each of its values, such as each tag. Its teams are its ' +
      'own and that of its project.',
  ),
  then_by: buildGroupingParameter(
    'Second attribute, by which the tasks of each group are counted in groups: any value of `group_by` but its own.',
  ),
  section_scope: s.optional(
    s.text({
      description:
        'Sections used by groups by `section` (default `own`) and `filter[section]=__none__`: `user:me` for personal ' +
        'sections, `project:<id>`, `team:<id>`, or `own` for the sections of each task’s project, else of its team, else ' +
        'personal sections.',
      onEmpty: 'validated',
    }),
  ),
})

const groupFields = {
  key: s.nullable(s.text('Value of the attribute; `null` for tasks without one.')),
  count: s.int('Number of tasks in the group.'),
}

const taskCount = s.namedObject('TaskCount', {
  count: s.int('Number of tasks that match the filters.'),
  groups: s.optional(
    s.array(
      s.namedObject('TaskGroup', {
        ...groupFields,
        groups: s.optional(
          s.array(s.namedObject('TaskSubgroup', groupFields), {
            description: 'With `then_by`: the non-empty groups of the tasks of this group, largest first.',
          }),
        ),
      }),
      {
        description:
          `With \`group_by\`: non-empty groups, largest first, ${MAX_TASK_GROUPS} at most. With \`then_by\`, those with the ` +
          `first ${MAX_TASK_CELLS} groups of both attributes.`,
      },
    ),
  ),
})

/** Attribute or custom field of an axis, and the parameter that names it. */
interface RequestedAxis {
  parameter: 'group_by' | 'then_by'
  name?: TaskGrouping
  custom?: string
}

/** Parses `group_by` or `then_by`. Throws 400 for an unknown name. */
function parseAxis(parameter: RequestedAxis['parameter'], value: string): RequestedAxis {
  const [, custom] = /^custom[.]([a-z][a-z0-9_]{0,39})$/.exec(value) ?? []
  if (custom !== undefined) return { parameter, custom }
  const name = groupings.find((one) => one === value)
  if (name) return { parameter, name }
  const msg = `"${value.slice(0, 60)}" is not a valid value of ${parameter}.`
  throw invalidParameter(parameter, msg, [...groupings, 'custom.KEY'])
}

/** Parses the attributes by which the tasks are counted: none, one or two. */
function parseAxes({ group_by, then_by }: { group_by?: string; then_by?: string }): RequestedAxis[] {
  if (then_by === undefined) return group_by === undefined ? [] : [parseAxis('group_by', group_by)]
  if (group_by === undefined) throw invalidParameter('then_by', 'then_by requires group_by. Send both.')
  if (group_by === then_by) throw invalidParameter('then_by', 'then_by must differ from group_by.')
  return [parseAxis('group_by', group_by), parseAxis('then_by', then_by)]
}

/**
 * Returns the SELECT of the tasks `t` to count. A search uses its disjoint index lookups; scanning in sort order, as a list
 * may do, is never faster when all matches are counted.
 */
async function selectMatchingTasks(
  ctx: Context,
  visibility: OrgVisibility,
  filters: Filters,
  conditions: Sql[],
): Promise<Sql> {
  const state = requestsDeletedTasks(filters) ? buildRestorableCondition(ctx, visibility) : liveTaskCondition
  const search = parseTaskSearch(filters)
  const involved = await findInvolvedBranches(ctx, visibility, filters)
  const all = search && involved ? [...conditions, or(involved)] : conditions
  const matchingTasks = sql`select t.* from tasks t where t.org_id = ${visibility.org_id}
    and ${and([state, buildVisibleTasksCondition(ctx, visibility), ...all])}`
  const branches = search ? planTaskSearch(search, visibility).branches : involved
  if (!branches) return matchingTasks
  return sql.join(
    branches.map((branch) => sql`${matchingTasks} and ${branch}`),
    ' union all ',
  )
}

function buildAxes(
  ctx: Context,
  visibility: OrgVisibility,
  requested: readonly RequestedAxis[],
  fields: RequestedFields,
  scope: SectionScope | undefined,
): CountAxis[] {
  return requested.map(({ parameter, name, custom }, at) => {
    const alias = `axis_${at}`
    return name
      ? buildAttributeAxis(ctx, visibility, name, alias, scope)
      : buildFieldAxis(fields.get(custom!)!, parameter, alias)
  })
}

/** Returns the filters by custom fields; a count needs no sample of its search. */
const selectCustomFilters = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => parseCustomFilterKey(name)))

export const countTasksOperation = defineOperation({
  id: 'tasks.count',
  method: 'GET',
  path: '/v1/tasks/count',
  summary: 'Count tasks',
  description:
    'Returns the number of tasks that the caller can read and that match the filters, in total and, with `group_by`, in ' +
    'groups, which `then_by` divides by a second attribute. Accepts the same filters as `GET /v1/tasks`. Takes longer the ' +
    'more tasks are counted.',
  scope: 'tasks:read',
  query: querySchema,
  filters: taskFilters,
  problems: { 404: 'The project does not exist, or the caller cannot read it.' },
  reply: { status: 200, schema: taskCount },
  example: { query: { group_by: 'status', 'filter[assignee]': 'me' } },
  authorize: ({ ctx, query, filters }) =>
    loadRequestedVisibility(ctx, query, { filters: selectCustomFilters(filters) }),
  async handle({ ctx, target: visibility, query, filters }) {
    const scope = parseSectionScope(query.section_scope)
    if (filters.overdue) await loadToday(ctx)
    const conditions = buildTaskConditions(ctx, visibility, filters, scope)
    if (query.project_id !== undefined) conditions.push(sql`t.project_id = ${query.project_id}`)
    const requested = parseAxes(query)
    const fields = await loadRequestedFields(ctx, visibility, { filters, groups: requested })
    const custom = buildCustomConditions(ctx, filters, fields)
    conditions.push(...custom.map((one) => chooseCondition(one, null, visibility)))
    const axes = buildAxes(ctx, visibility, requested, fields, scope)
    const tasks = await selectMatchingTasks(ctx, visibility, filters, conditions)
    return respond(await countTasksBy(ctx, tasks, axes))
  },
})
