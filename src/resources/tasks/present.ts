import { answer, type Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { canEditTask, linksFacet, linksSeen, type LinksSeen } from './access.ts'
import { masks, type ShownName } from './attributes.ts'
import { withFields } from './card-fields.ts'
import type { CardsAsked, TaskListed } from './cards.ts'
import type { TaskRow, TaskSeen } from './rows.ts'

/** Row with the fields of the schema Task, or with masks in place of their values. */
type Presentable = { [K in ShownName]: TaskRow[K] | null } & Pick<TaskRow, 'restricted'>

/**
 * Returns the fields of Task that come from the row, as a new object to extend with `Object.assign`. Written out, because a
 * loop over the names takes ten times as long, and spreading such an object sixty times.
 */
export function shared(row: Presentable) {
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
    version: row.version,
  } satisfies Record<ShownName, unknown>
}

export async function presentTasks(ctx: Context, tasks: TaskSeen[]) {
  const links = await linksSeen(ctx, tasks)
  return tasks.map((task) => presentLinked(ctx, task, links(task)))
}

const presentLinked = (ctx: Context, task: TaskSeen, { parent, sub_tasks, dependencies }: LinksSeen) =>
  Object.assign(shared(task), {
    is_subtask: task.is_subtask || parent !== null,
    sub_tasks,
    dependencies,
    has_access: true,
    has_edit_access: canEditTask(ctx, task),
  })

/** Responds with a task as the caller can see it, and with the `extra` fields of the operation. */
export async function taskAnswer(ctx: Context, task: TaskSeen, extra: object = {}): Promise<Answer> {
  const links = (await linksSeen(ctx, [task]))(task)
  const body = Object.assign(presentLinked(ctx, task, links), extra)
  return answer(body, task.version, linksFacet(links))
}

/** Fields that determine whether a reader can edit a listed task. */
export type CardJudged = Pick<TaskRow, 'project_id' | 'team_id' | 'created_by' | 'assignee'>

/** Returns a function that tells whether the caller can edit a listed task that they can read. */
export function cardEditor(ctx: Context, visibility: Reach): (row: CardJudged) => boolean {
  const editable = new Set(visibility.editable)
  const joined = new Set(visibility.joined)
  const { username } = ctx.user
  return (row) => {
    const isOwn = row.created_by === username || row.assignee === username
    const isEditor = row.project_id !== null ? editable.has(row.project_id) : joined.has(row.team_id ?? '')
    return visibility.admin || isOwn || isEditor
  }
}

export const cardEnd = (editable: boolean, comments: number, place?: TaskListed['place']) => ({
  has_access: true,
  has_edit_access: editable,
  comments: comments as number | null,
  section_id: place?.section_id ?? null,
  section_position: place?.position ?? null,
})

const presentDeletedAt = ({ deleted_at }: TaskListed) => (deleted_at === undefined ? null : { deleted_at })
export function presentRows(
  ctx: Context,
  { visibility, fields }: Pick<CardsAsked, 'visibility' | 'fields'>,
  rows: TaskListed[],
) {
  const presented = presentCards(ctx, visibility, rows)
  return fields ? presented.map((row) => withFields(row, fields)) : presented
}

export function presentCards(ctx: Context, visibility: Reach, rows: TaskListed[]) {
  const canEdit = cardEditor(ctx, visibility)
  return rows.map((row) =>
    row.accessible
      ? Object.assign(shared(row), cardEnd(canEdit(row), row.comments, row.place), presentDeletedAt(row))
      : presentMasked(row),
  )
}

function presentMasked(row: TaskListed) {
  const masked = { ...row, ...masks, restricted: false } as Presentable
  return Object.assign(shared(masked), {
    has_access: false,
    has_edit_access: false,
    comments: null,
    section_id: null,
    section_position: null,
  })
}
