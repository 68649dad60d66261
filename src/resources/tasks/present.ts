import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { canEditTask, canReadTask } from './access.ts'
import { findTasks, type TaskRow, type TaskSeen } from './rows.ts'

/**
 * The fields of Task that come from the row itself. A fresh object each time, to be added to with `Object.assign`:
 * spreading a literal this large costs sixty times as much, which a page of rows feels.
 */
function shared(row: Omit<TaskRow, 'updated_at'> & { updated_at: string | null }) {
  return {
    org_id: row.org_id,
    task_id: row.task_id,
    project_id: row.project_id,
    team_id: row.team_id,
    sprint_id: row.sprint_id,
    milestone_id: row.milestone_id,
    goal_id: row.goal_id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    task_type: row.task_type,
    assignee: row.assignee,
    start_date: row.start_date,
    due_date: row.due_date,
    tags: row.tags,
    type_data: row.type_data,
    metadata: row.metadata,
    is_subtask: row.is_subtask,
    sub_tasks: row.sub_tasks,
    dependencies: row.dependencies,
    bug_id: row.bug_id,
    tracker_id: row.tracker_id,
    restricted_to: row.restricted_to,
    restricted_to_user_ids: row.restricted ? row.restricted_to_user_ids : null,
    created_by: row.created_by,
    updated_by: row.updated_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** One task as its reader sees it; links to tasks it can't read are left out. */
export const presentTask = async (ctx: Context, task: TaskSeen) => (await presentTasks(ctx, [task]))[0]!

/** Several tasks of one organization. */
export async function presentTasks(ctx: Context, tasks: TaskSeen[]) {
  const linked = [...new Set(tasks.flatMap((task) => [...task.sub_tasks, ...task.dependencies]))]
  const seen = linked.length === 0 ? [] : await findTasks(ctx, [tasks[0]!.org_id], linked, false)
  const readable = new Set(seen.filter((other) => canReadTask(ctx, other)).map((other) => other.task_id))
  return tasks.map((task) =>
    Object.assign(shared(task), {
      sub_tasks: task.sub_tasks.filter((id) => readable.has(id)),
      dependencies: task.dependencies.filter((id) => readable.has(id)),
      has_access: true,
      has_edit_access: canEditTask(ctx, task),
    }),
  )
}

/** A row of a list: its links are already filtered. */
export interface CardRow extends TaskRow {
  /** False for a restricted row kept by `include_inaccessible`. */
  accessible: boolean
  /** Its place in the sections that were asked for. */
  place?: { section_id: string; position: number } | null
}

/** Rows of a list as their reader sees them. */
export function presentCards(ctx: Context, reach: Reach, cards: CardRow[]) {
  const editable = new Set(reach.editable)
  const joined = new Set(reach.joined)
  const { username } = ctx.user
  return cards.map((row) => {
    if (!row.accessible) return inaccessible(row)
    const own = row.created_by === username || row.assignee === username
    const placed = row.project_id !== null ? editable.has(row.project_id) : joined.has(row.team_id ?? '')
    return Object.assign(shared(row), {
      has_access: true,
      has_edit_access: reach.admin || own || placed,
      comments: row.comments as number | null,
      section_id: row.place?.section_id ?? null,
      section_position: row.place?.position ?? null,
    })
  })
}

/** A restricted task to somebody it is hidden from: that it is there, and nothing of what it says. */
function inaccessible(row: CardRow) {
  const blank = {
    ...row,
    title: 'Restricted',
    description: null,
    status: 'not_started',
    priority: 'none',
    task_type: 'task',
    sprint_id: null,
    milestone_id: null,
    goal_id: null,
    assignee: null,
    start_date: null,
    due_date: null,
    tags: [],
    type_data: null,
    metadata: [],
    sub_tasks: [],
    dependencies: [],
    bug_id: null,
    tracker_id: null,
    restricted: false,
    restricted_to: [],
    created_by: null,
    updated_by: null,
    updated_at: null,
  }
  return Object.assign(shared(blank), {
    has_access: false,
    has_edit_access: false,
    comments: null,
    section_id: null,
    section_position: null,
  })
}
