import { answer, type Answer } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { canEditTask, linksFacet, linksSeen, type LinksSeen } from './access.ts'
import { masks, type ShownName } from './attributes.ts'
import { withFields } from './card-fields.ts'
import type { CardsAsked, TaskListed } from './cards.ts'
import type { TaskRow, TaskSeen } from './rows.ts'

/** What the fields of Task are made of: a row, or a row with masks in the place of values. */
type Presentable = { [K in ShownName]: TaskRow[K] | null } & Pick<TaskRow, 'restricted'>

/**
 * The fields of Task that come from the row itself. They are written out, since a loop over the names takes ten times as
 * long, which a page of rows feels; the compiler checks that they are those of the table. A fresh object each time, to be
 * added to with `Object.assign`: spreading a literal this large costs sixty times as much.
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

/** Presents several tasks of one organization. */
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

/**
 * A task as the answer of an operation on it: one task as its reader sees it, without links to what it can't read. `more`
 * is what the operation tells beside it.
 */
export async function taskAnswer(ctx: Context, task: TaskSeen, more: object = {}): Promise<Answer> {
  const links = (await linksSeen(ctx, [task]))(task)
  const body = Object.assign(presentLinked(ctx, task, links), more)
  return answer(body, task.version, linksFacet(links))
}

/** What decides whether a reader may change a task of a list. */
export type CardJudged = Pick<TaskRow, 'project_id' | 'team_id' | 'created_by' | 'assignee'>

/** Tells which tasks of a list the caller, who reads them, may change. */
export function cardEditor(ctx: Context, reach: Reach): (row: CardJudged) => boolean {
  const editable = new Set(reach.editable)
  const joined = new Set(reach.joined)
  const { username } = ctx.user
  return (row) => {
    const own = row.created_by === username || row.assignee === username
    const placed = row.project_id !== null ? editable.has(row.project_id) : joined.has(row.team_id ?? '')
    return reach.admin || own || placed
  }
}

/** The fields of a task in a list that come after those of the row. */
export const cardEnd = (editable: boolean, comments: number, place?: TaskListed['place']) => ({
  has_access: true,
  has_edit_access: editable,
  comments: comments as number | null,
  section_id: place?.section_id ?? null,
  section_position: place?.position ?? null,
})

const whenDeleted = ({ deleted_at }: TaskListed) => (deleted_at === undefined ? null : { deleted_at })
/** Rows of a list as their reader sees them, of which all fields are shown, or these. */
export function presentRows(
  ctx: Context,
  { reach, fields }: Pick<CardsAsked, 'reach' | 'fields'>,
  cards: TaskListed[],
) {
  const whole = presentCards(ctx, reach, cards)
  return fields ? whole.map((row) => withFields(row, fields)) : whole
}

/** Rows of a list as their reader sees them. */
export function presentCards(ctx: Context, reach: Reach, cards: TaskListed[]) {
  const mayEdit = cardEditor(ctx, reach)
  return cards.map((row) =>
    row.accessible
      ? Object.assign(shared(row), cardEnd(mayEdit(row), row.comments, row.place), whenDeleted(row))
      : inaccessible(row),
  )
}

/**
 * Presents a restricted task to somebody it is hidden from: it tells that the task is there, and nothing of what it
 * says.
 */
function inaccessible(row: TaskListed) {
  const masked = { ...row, ...masks, restricted: false } as Presentable
  return Object.assign(shared(masked), {
    has_access: false,
    has_edit_access: false,
    comments: null,
    section_id: null,
    section_position: null,
  })
}
