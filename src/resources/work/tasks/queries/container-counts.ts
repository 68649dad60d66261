import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { limitPageBytes } from '../../../../http/pagination/pagination.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { selectTaskCounts } from '../../projects/queries/task-counts.ts'
import { hasFullVisibility, buildVisibleTasksCondition } from '../../projects/queries/visibility.ts'
import { taskListColumns, largeColumnBytes, type TaskListRow, type TaskListRowWithReadable } from './list.ts'
import { buildNoParentCondition, buildReadableColumn, removeHiddenLinks } from './readable-links.ts'

/** Column that assigns a task to a container. */
export type ContainerColumn = 'goal_id' | 'milestone_id' | 'sprint_id'

export interface TaskCounts {
  total: number
  completed: number
}

/** Returns the condition that a task `t` counts in its container. Only sprints count subtasks. */
const buildCountedCondition = (ctx: Context, visibility: OrgVisibility, column: ContainerColumn): Sql => sql`
  t.deleted_at is null ${column === 'sprint_id' ? sql`` : sql`and not t.is_subtask and ${buildNoParentCondition(ctx, visibility)}`}
    and ${buildVisibleTasksCondition(ctx, visibility)}`

/** Returns a column with the `TaskCounts` of a container, for the tasks that the caller can read. */
export const selectContainerCounts = (
  ctx: Context,
  visibility: OrgVisibility,
  column: ContainerColumn,
  id: string,
): Sql<TaskCounts> => sql`
  (select jsonb_build_object('total', count(*), 'completed', count(*) filter (where t.status = 'completed'))
    from tasks t where t.org_id = ${visibility.org_id} and ${sql.raw(`t.${column}`)} = ${sql.raw(id)}
      and ${buildCountedCondition(ctx, visibility, column)})`

/**
 * Selects `id`, `total` and `completed` of goals in readable projects, or in one of them. Adds subtasks whose parent the
 * caller can't read, which the stored counts omit.
 */
export const selectGoalCounts = (ctx: Context, visibility: OrgVisibility, project?: string): Sql => sql`
  (select n.id, sum(n.total)::int as total, sum(n.completed)::int as completed
    from (select k.id, k.tops as total, k.tops_completed as completed from ${selectTaskCounts(ctx, visibility, 'goal_id', project)} k
      ${hasFullVisibility(visibility) ? sql`` : sql`union all ${selectOrphanedSubtasks(ctx, visibility, project)}`}) n
    group by n.id)`

/** Selects tasks that count although they have a parent, because the caller can't read it. */
const selectOrphanedSubtasks = (ctx: Context, visibility: OrgVisibility, project?: string): Sql => sql`
  select t.goal_id, 1, (t.status = 'completed')::int
  from subtasks_apart a join tasks t on t.org_id = a.org_id and t.task_id = a.task_id
  where a.org_id = ${visibility.org_id} and t.goal_id is not null and t.parent_task_id is not null
    and ${project === undefined ? sql`true` : sql`t.project_id = ${project}`} and ${buildCountedCondition(ctx, visibility, 'goal_id')}`

const MAX_TASKS = 1000
/** Approximate size of a task without large values in a response. */
const BASE_TASK_BYTES = 1000

/** Returns a column with the counted tasks of a goal, by title, as JSON for `parseGoalTasks`. */
export function selectGoalTasks(ctx: Context, visibility: OrgVisibility, id: string): Sql {
  const tasks = limitPageBytes(sql`
    select ${taskListColumns}, t.title_key, ${buildReadableColumn(ctx, visibility)},
      true as is_readable, ${largeColumnBytes} as page_bytes
    from tasks t where t.org_id = ${visibility.org_id} and t.goal_id = ${sql.raw(id)}
      and ${buildCountedCondition(ctx, visibility, 'goal_id')}
    order by t.title_key, t.task_id limit ${MAX_TASKS}`)
  return sql`(select coalesce(json_agg(to_json(c) order by c.title_key, c.task_id), '[]') from (${tasks}) c)`
}

/** Returns a column with the size of the tasks of a goal `g` in a response. */
export const selectGoalBytes = (ctx: Context, visibility: OrgVisibility): Sql => sql`
  (select coalesce(sum(${largeColumnBytes} + ${BASE_TASK_BYTES}::int), 0)
    from tasks t where t.org_id = ${visibility.org_id} and t.goal_id = g.goal_id
      and ${buildCountedCondition(ctx, visibility, 'goal_id')})`

/** Converts a timestamp in JSON of PostgreSQL to the format of responses. */
const toInstant = (text: string) => new Date(text).toISOString()

/** Parses the rows of `selectGoalTasks`. */
export const parseGoalTasks = (tasks: TaskListRowWithReadable[]): TaskListRow[] =>
  tasks.map((task) =>
    removeHiddenLinks({
      ...task,
      created_at: toInstant(task.created_at),
      updated_at: toInstant(task.updated_at),
    }),
  )
