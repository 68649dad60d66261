import { sql, type Sql } from '../../db/sql.ts'
import { words } from '../../kernel/schema.ts'
import { restorePlus } from '../../kernel/values/dates.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters, FilterSpecs } from '../../kernel/lists/filter.ts'
import { some } from '../../kernel/sql.ts'
import { fold } from '../../kernel/text.ts'
import type { Reach } from '../projects/access.ts'
import { visibleTasks } from '../projects/task-visibility.ts'
import { priorities } from '../projects/schemas.ts'
import { taskStatuses, taskTypes } from './attributes.ts'
import { withoutParent } from './cards.ts'
import { bySection, type SectionScope } from './section-scope.ts'

const none = '__none__'
const open = (description: string) => ({ kind: 'open', description }) as const
const date = (description: string) => ({ kind: 'date', description }) as const

/** What the task list filters by. */
export const taskFilters: FilterSpecs = {
  id: { kind: 'open', most: 100, description: 'Task ids, 100 at most: those of them that you can read.' },
  status: { kind: 'closed', values: taskStatuses, description: 'Statuses.' },
  priority: { kind: 'closed', values: priorities, description: 'Priorities.' },
  assignee: {
    kind: 'open',
    me: true,
    description: 'Usernames, `me` for yourself, `__none__` for tasks without an assignee.',
  },
  project: open('Project ids, `__unfiled__` for tasks without a project.'),
  tags: open('Tasks carrying any of these tags.'),
  due_after: date('Due on or after this day.'),
  due_before: date('Due on or before this day.'),
  created_after: date('Created on or after this day (UTC).'),
  created_before: date('Created on or before this day (UTC).'),
  updated_after: { kind: 'instant', description: 'Changed at or after this date or date-time.' },
  overdue: {
    kind: 'flag',
    description:
      '`true`: due before today in your `time_zone` (see `/v1/me`) and not completed. Includes archived tasks: ' +
      'add the open statuses in `filter[status]` to exclude them.',
  },
  search: {
    kind: 'literal',
    description:
      'Case-insensitive substring of title, description, task id or a tag. Every character is literal, commas too; ' +
      'sent again, up to 10 times in all, any of the texts is enough.',
  },
  search_fields: {
    kind: 'closed',
    values: words('TaskSearchField', ['all', 'title']),
    description: 'Where `filter[search]` looks.',
  },
  team: open('Team ids (the task or its project belongs to it), `__none__` for tasks without a team.'),
  task_type: { kind: 'closed', values: taskTypes, description: 'Task types.' },
  goal: open('Goal ids, `__none__` for tasks under no goal.'),
  milestone: open('Milestone ids, `__none__` for tasks under none.'),
  sprint: open('Sprint ids, `__none__` for tasks in none.'),
  section: open(
    'Section ids, `__none__` for tasks in no section: of `section_scope`, or of any you can read.',
  ),
  parent: open('Ids of parent tasks, `__none__` for tasks that are nobody’s subtask.'),
  deleted: {
    kind: 'flag',
    description:
      '`true`: in place of the others, the deleted tasks that you may restore, with `deleted_at`. Not together with ' +
      '`filter[search]`.',
  },
}

/** Filters that tell nothing of what a task says: the only ones that restricted rows may be kept under. */
export const placeFilters = ['project', 'team']

const column = (name: string) => sql.raw(`t.${name}`)

/** The condition that a column has one of these values, or none for the word that stands for that. */
function among(name: string, values: string[], word: string): Sql {
  const ids = values.filter((value) => value !== word)
  const absent = ids.length < values.length ? [sql`${column(name)} is null`] : []
  const present = ids.length > 0 ? [sql`${column(name)} = any(${ids}::text[])`] : []
  return some([...present, ...absent])
}

function byTeam(orgId: string, values: string[]): Sql {
  const ids = values.filter((value) => value !== none)
  const projects = (condition: Sql) =>
    sql`t.project_id in (select p.project_id from projects p where p.org_id = ${orgId} and ${condition})`
  const of = sql`t.team_id = any(${ids}::text[]) or ${projects(sql`p.team_id = any(${ids}::text[])`)}`
  const without = sql`t.team_id is null and (t.project_id is null or ${projects(sql`p.team_id is null`)})`
  return some([...(ids.length > 0 ? [of] : []), ...(ids.length < values.length ? [without] : [])])
}

/**
 * The condition that the parent is one of these. A parent that the caller can't read counts as none, since it would tell
 * of the link.
 */
function byParent(ctx: Context, reach: Reach, values: string[]): Sql {
  const ids = values.filter((value) => value !== none)
  const of = sql`t.parent_task_id in (select l.task_id from tasks l where l.org_id = ${reach.org_id}
    and l.task_id = any(${ids}::text[]) and l.deleted_at is null and ${visibleTasks(ctx, reach, 'l')})`
  return some([
    ...(ids.length > 0 ? [of] : []),
    ...(ids.length < values.length ? [withoutParent(ctx, reach)] : []),
  ])
}

/** The instant that a filter names; a date means its first instant. */
const instant = (value: string) => new Date(restorePlus(value).toUpperCase()).toISOString()

/** The conditions on `t` that the filters ask for, one for each but for the search, which `findingOf` has. */
export function taskConditions(ctx: Context, reach: Reach, filters: Filters, scope?: SectionScope): Sql[] {
  const one = (name: string) => filters[name]![0]!
  const builders: Record<string, (values: string[]) => Sql> = {
    id: (values) => sql`t.task_id = any(${values}::text[])`,
    status: (values) => sql`t.status = any(${values}::text[])`,
    priority: (values) => sql`t.priority = any(${values}::text[])`,
    task_type: (values) => sql`t.task_type = any(${values}::text[])`,
    assignee: (values) =>
      among(
        'assignee_key',
        values.map((name) => (name === none ? none : fold(name === 'me' ? ctx.user.username : name))),
        none,
      ),
    project: (values) => among('project_id', values, '__unfiled__'),
    tags: (values) => sql`t.tags && ${values}::text[] and t.tags <> '{}'`,
    due_after: () => sql`t.due_date >= ${one('due_after')}::date`,
    due_before: () => sql`t.due_date <= ${one('due_before')}::date`,
    created_after: () => sql`t.created_at >= ${instant(one('created_after'))}::timestamptz`,
    created_before: () =>
      sql`t.created_at < ${instant(one('created_before'))}::timestamptz + interval '1 day'`,
    updated_after: () => sql`t.updated_at >= ${instant(one('updated_after'))}::timestamptz`,
    overdue: () => sql`t.due_date < ${ctx.today}::date and t.status <> 'completed'`,
    team: (values) => byTeam(reach.org_id, values),
    goal: (values) => among('goal_id', values, none),
    milestone: (values) => among('milestone_id', values, none),
    sprint: (values) => among('sprint_id', values, none),
    section: (values) => bySection(ctx, reach, values, scope),
    parent: (values) => byParent(ctx, reach, values),
  }
  return Object.entries(filters).flatMap(([name, values]) => {
    const build = builders[name]
    return build ? [build(values)] : []
  })
}
