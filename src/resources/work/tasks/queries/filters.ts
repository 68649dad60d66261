import { sql, type Sql, or } from '../../../../db/sql.ts'
import * as s from '../../../../core/schema.ts'
import { restorePlusSigns } from '../../../../core/dates.ts'
import type { Context } from '../../../../core/context.ts'
import type { Filters, FilterSpecs } from '../../../../http/pagination/filters.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { buildProjectIdCondition, buildVisibleTasksCondition } from '../../projects/queries/visibility.ts'
import { priorities } from '../../projects/schema.ts'
import { taskStatuses, taskTypes } from '../enums.ts'
import { claimedFilterValues, matchClaimed } from './claims.ts'
import { matchExternalIds } from './external.ts'
import { matchKeys } from './keys.ts'
import { buildNoParentCondition } from './readable-links.ts'
import { buildSectionCondition, type SectionScope } from './section-scope.ts'

const none = '__none__'
const valuesFilter = (description: string) => ({ kind: 'values', description }) as const
const dateFilter = (description: string) => ({ kind: 'date', description }) as const

const declaredFilters = {
  id: { kind: 'values', maxValues: 100, description: 'Task ids, 100 at most.' },
  key: { kind: 'values', maxValues: 100, description: 'Task keys, present or former, in any case; 100 at most.' },
  external: { kind: 'values', maxValues: 100, description: 'IDs in other systems, `source:id`; 100 at most.' },
  status: { kind: 'enum', values: taskStatuses, description: 'Statuses.' },
  priority: { kind: 'enum', values: priorities, description: 'Priorities.' },
  assignee: {
    kind: 'values',
    me: true,
    description: 'Usernames of assignees; `me` for the caller, `__none__` for unassigned tasks.',
  },
  project: valuesFilter('Project ids; `__unfiled__` for tasks without a project.'),
  tags: valuesFilter('Tags, case-sensitive; tasks with any of them match. `__none__` for tasks without tags.'),
  due_after: dateFilter('Due on or after this date.'),
  due_before: dateFilter('Due on or before this date.'),
  undated: { kind: 'flag', description: '`true`: without a due date.' },
  start_after: dateFilter('Starts on or after this date.'),
  start_before: dateFilter('Starts on or before this date.'),
  created_after: dateFilter('Created on or after this date (UTC).'),
  created_before: dateFilter('Created on or before this date (UTC).'),
  updated_after: { kind: 'instant', description: 'Changed at or after this date or date-time.' },
  overdue: {
    kind: 'flag',
    description:
      '`true`: due before today, in the `time_zone` of the caller (see `/v1/me`), and not completed. Includes archived ' +
      'tasks; add `filter[status]` to exclude them.',
  },
  search: {
    kind: 'text',
    description:
      'Case-insensitive substring of the title, description, id or a tag. Every character is literal, including commas. ' +
      'Repeat the parameter, up to 10 times, to find tasks with any of the texts.',
  },
  search_fields: {
    kind: 'enum',
    values: s.namedEnum('TaskSearchField', ['all', 'title']),
    description: 'Fields searched by `filter[search]` (default `all`).',
  },
  team: valuesFilter('Team ids, of the task or of its project; `__none__` for tasks without a team.'),
  task_type: { kind: 'enum', values: taskTypes, description: 'Task types.' },
  goal: valuesFilter('Goal ids; `__none__` for tasks without a goal.'),
  milestone: valuesFilter('Milestone ids; `__none__` for tasks without a milestone.'),
  sprint: valuesFilter('Sprint ids; `__none__` for tasks without a sprint.'),
  stop: valuesFilter('IDs of roadmap stops: tasks that were added to them or belong to milestones pinned to them.'),
  section: valuesFilter(
    'Section ids; `__none__` for tasks in no section of `section_scope`, or, without it, in no readable section.',
  ),
  parent: valuesFilter('IDs of parent tasks; `__none__` for tasks without a readable parent.'),
  blocked_by: valuesFilter('IDs of tasks on which the tasks depend, completed or not.'),
  involves: {
    kind: 'values',
    me: true,
    description: 'Usernames of assignees, of users in custom fields, or of holders of claims; `me` for the caller.',
  },
  'custom.KEY': {
    kind: 'custom',
    description:
      'Values of the custom field `KEY`; `__none__` for tasks without one. Texts and URLs match any part, or with the ' +
      'prefix `=` all of it; usernames include `me`. Numbers and dates also accept `filter[custom.KEY.from]` and ' +
      '`filter[custom.KEY.to]`. At most 5 fields per request.',
  },
  claimed: {
    kind: 'enum',
    values: s.namedEnum('TaskClaimFilter', claimedFilterValues),
    me: true,
    description: '`me`: claimed by the caller; `true`: by any user; `false`: not claimed.',
  },
  deleted: {
    kind: 'flag',
    description:
      '`true`: only deleted tasks that the caller can restore, with `deleted_at`, instead of live tasks. Cannot be combined ' +
      'with `filter[search]`.',
  },
} satisfies FilterSpecs

export const taskFilters: FilterSpecs = declaredFilters

/** Filters without a condition in `buildTaskConditions`, which other functions read. */
type FilterReadElsewhere = 'search' | 'search_fields' | 'involves' | 'custom.KEY' | 'deleted'

/** Filters that reveal nothing about the contents of a task; restricted rows are included only with these. */
export const containerFilters = ['project', 'team']

const column = (name: string) => sql.raw(`t.${name}`)

/** Returns the condition that a column has one of the values, or null for the value `nullWord`. */
function matchColumn(name: string, values: string[], nullWord: string): Sql {
  const ids = values.filter((value) => value !== nullWord)
  const absent = ids.length < values.length ? [sql`${column(name)} is null`] : []
  // A single value keeps the order of an index that begins with the column.
  if (ids.length === 1 && absent.length === 0) return sql`${column(name)} = ${ids[0]}::text`
  const present = ids.length > 0 ? [sql`${column(name)} = any(${ids}::text[])`] : []
  return or([...present, ...absent])
}

function matchTags(values: string[]): Sql {
  const tags = values.filter((value) => value !== none)
  const tagged = sql`t.tags && ${tags}::text[] and t.tags <> '{}'`
  if (tags.length === values.length) return tagged
  return tags.length > 0 ? or([tagged, sql`t.tags = '{}'`]) : sql`t.tags = '{}'`
}

function matchTeam(orgId: string, values: string[]): Sql {
  const ids = values.filter((value) => value !== none)
  const matchProjects = (condition: Sql) =>
    sql`t.project_id in (select p.project_id from projects p where p.org_id = ${orgId} and ${condition})`
  const within = sql`t.team_id = any(${ids}::text[]) or ${matchProjects(sql`p.team_id = any(${ids}::text[])`)}`
  const without = sql`t.team_id is null and (t.project_id is null or ${matchProjects(sql`p.team_id is null`)})`
  return or([...(ids.length > 0 ? [within] : []), ...(ids.length < values.length ? [without] : [])])
}

/** Returns the condition that the parent is one of these. A parent that the caller can't read counts as none. */
function matchParent(ctx: Context, visibility: OrgVisibility, values: string[]): Sql {
  const ids = values.filter((value) => value !== none)
  const within = sql`t.parent_task_id in (select l.task_id from tasks l where l.org_id = ${visibility.org_id}
    and l.task_id = any(${ids}::text[]) and l.deleted_at is null and ${buildVisibleTasksCondition(ctx, visibility, 'l')})`
  return or([
    ...(ids.length > 0 ? [within] : []),
    ...(ids.length < values.length ? [buildNoParentCondition(ctx, visibility)] : []),
  ])
}

/** Returns the condition that the task depends on one of these. Tasks that the caller can't read don't count. */
const matchDependency = (ctx: Context, visibility: OrgVisibility, ids: string[]): Sql =>
  sql`t.dependencies <> '{}' and t.dependencies && array(select l.task_id from tasks l
    where l.org_id = ${visibility.org_id} and l.task_id = any(${ids}::text[]) and l.deleted_at is null
      and ${buildVisibleTasksCondition(ctx, visibility, 'l')})`

/**
 * Returns the condition that the task counts for one of these stops. Stops of projects that the caller can't read match
 * nothing. An array is computed once and leaves the planner the index of ids, which an OR of subqueries does not.
 */
function matchStop({ org_id, projects }: OrgVisibility, ids: string[]): Sql {
  const isReadable = sql`s.org_id = ${org_id} and s.stop_id = any(${ids}::text[])
    and p.org_id = ${org_id} and p.deleted_at is null and ${buildProjectIdCondition(projects, sql`s.project_id`)}`
  return sql`t.task_id = any(array(
    select f.task_id from stops s join projects p on p.project_id = s.project_id
      join stop_tasks f on f.org_id = ${org_id} and f.stop_id = s.stop_id and f.counts is not false where ${isReadable}
    union all
    select k.task_id from stops s join projects p on p.project_id = s.project_id
      join milestones m on m.org_id = ${org_id} and m.stop_id = s.stop_id and m.team_id = p.team_id and m.is_active
      join tasks k on k.org_id = ${org_id} and k.milestone_id = m.milestone_id where ${isReadable}))`
}

/** Parses the value of a filter; a date means its first instant. */
const toInstant = (value: string) => new Date(restorePlusSigns(value).toUpperCase()).toISOString()

const toAssigneeKeys = (ctx: Context, names: string[]) =>
  names.map((name) => (name === none ? none : normalizeForSearch(name === 'me' ? ctx.user.username : name)))

/**
 * Returns the conditions on `t`, one for each filter except the search, which `planTaskSearch` handles, and `involves`, which
 * `findInvolvedBranches` does.
 */
export function buildTaskConditions(
  ctx: Context,
  visibility: OrgVisibility,
  filters: Filters,
  scope?: SectionScope,
): Sql[] {
  const builders: Record<Exclude<keyof typeof declaredFilters, FilterReadElsewhere>, (values: string[]) => Sql> = {
    id: (values) => sql`t.task_id = any(${values}::text[])`,
    key: (values) => matchKeys(visibility.org_id, values),
    external: (values) => matchExternalIds(visibility.org_id, values),
    status: (values) => sql`t.status = any(${values}::text[])`,
    priority: (values) => sql`t.priority = any(${values}::text[])`,
    task_type: (values) => sql`t.task_type = any(${values}::text[])`,
    assignee: (values) => matchColumn('assignee_key', toAssigneeKeys(ctx, values), none),
    project: (values) => matchColumn('project_id', values, '__unfiled__'),
    tags: matchTags,
    due_after: ([day]) => sql`t.due_date >= ${day}::date`,
    due_before: ([day]) => sql`t.due_date <= ${day}::date`,
    undated: () => sql`t.due_date is null`,
    start_after: ([day]) => sql`t.start_date >= ${day}::date`,
    start_before: ([day]) => sql`t.start_date <= ${day}::date`,
    created_after: ([day]) => sql`t.created_at >= ${toInstant(day!)}::timestamptz`,
    created_before: ([day]) => sql`t.created_at < ${toInstant(day!)}::timestamptz + interval '1 day'`,
    updated_after: ([day]) => sql`t.updated_at >= ${toInstant(day!)}::timestamptz`,
    overdue: () => sql`t.due_date < ${ctx.today}::date and t.status <> 'completed'`,
    team: (values) => matchTeam(visibility.org_id, values),
    goal: (values) => matchColumn('goal_id', values, none),
    milestone: (values) => matchColumn('milestone_id', values, none),
    sprint: (values) => matchColumn('sprint_id', values, none),
    stop: (values) => matchStop(visibility, values),
    section: (values) => buildSectionCondition(ctx, visibility, values, scope),
    parent: (values) => matchParent(ctx, visibility, values),
    blocked_by: (values) => matchDependency(ctx, visibility, values),
    claimed: (values) => matchClaimed(ctx, visibility.org_id, values),
  }
  return Object.entries(filters).flatMap(([name, values]) => {
    const build = name in builders ? builders[name as keyof typeof builders] : undefined
    return build ? [build(values)] : []
  })
}
