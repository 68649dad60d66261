import { respond } from '../../../http/result.ts'
import type { Context } from '../../../core/context.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { loadCatalogFor, type TaskCatalog } from '../projects/queries/catalog.ts'
import type { FieldValues } from '../fields/kinds.ts'
import { canEditTask, computeLinksDigest, loadReadableLinks, type ReadableLinks } from './policy.ts'
import { formatTaskKey } from './keys.ts'
import { restrictedTaskMasks, type TaskFieldName } from './attributes.ts'
import {
  buildCustomSelector,
  buildListedSelector,
  loadCustomSelector,
  NO_CUSTOM_VALUES,
  type CustomSelector,
} from './queries/custom-values.ts'
import { pickTaskFields } from './queries/list-fields.ts'
import type { TaskListQuery, TaskListRow } from './queries/list.ts'
import type { TaskRow, TaskWithAccess } from './queries/rows.ts'

/** Row with the fields of the schema Task, or with masks in place of their values. */
type Presentable = { [K in TaskFieldName]: TaskRow[K] | null } & Pick<TaskRow, 'restricted'>

/**
 * Returns the fields of Task that come from the row, as a new object to extend with `Object.assign`. The fields are listed
 * for speed: a loop over their names takes ten times as long, a spread sixty times. `prefix` is that of the project.
 */
export function presentTaskColumns(row: Presentable, prefix: string | null | undefined, custom = NO_CUSTOM_VALUES) {
  return {
    org_id: row.org_id,
    task_id: row.task_id,
    key: formatTaskKey(prefix, row.number),
    number: row.number,
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
    custom,
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
  } satisfies Record<TaskFieldName | 'key', unknown>
}

export async function presentTasks(ctx: Context, tasks: TaskWithAccess[]) {
  const links = await loadReadableLinks(ctx, tasks)
  const selectCustom = await loadCustomSelector(ctx, tasks[0]!.org_id, tasks)
  return tasks.map((task) => presentLinked(ctx, task, links(task), selectCustom(task)))
}

const presentLinked = (
  ctx: Context,
  task: TaskWithAccess,
  { parent, sub_tasks, dependencies }: ReadableLinks,
  custom: FieldValues,
) =>
  Object.assign(presentTaskColumns(task, task.project_prefix, custom), {
    is_subtask: task.is_subtask || parent !== null,
    sub_tasks,
    dependencies,
    has_access: true,
    has_edit_access: canEditTask(ctx, task),
    claim: task.claim,
    external_refs: task.external_refs,
  })

/** Responds with a task as the caller can see it, and with the `extra` fields of the operation. */
export const respondWithTask = (ctx: Context, task: TaskWithAccess, extra: object = {}) =>
  respondWithSelected(ctx, task, loadCustomSelector(ctx, task.org_id, [task]), extra)

/** Responds with a task of an organization whose visibility is loaded. */
export async function respondWithVisibleTask(ctx: Context, visibility: OrgVisibility, task: TaskWithAccess) {
  const { fields } = await loadCatalogFor(ctx, visibility, [task])
  return respondWithSelected(ctx, task, Promise.resolve(buildCustomSelector([...fields.values()])))
}

async function respondWithSelected(
  ctx: Context,
  task: TaskWithAccess,
  loadingSelector: Promise<CustomSelector>,
  extra: object = {},
) {
  const [selectLinks, selectCustom] = await Promise.all([loadReadableLinks(ctx, [task]), loadingSelector])
  const links = selectLinks(task)
  const body = Object.assign(presentLinked(ctx, task, links, selectCustom(task)), extra)
  return respond(body, task.version, computeLinksDigest(links))
}

/** Fields that determine whether a reader can edit a listed task. */
export type TaskEditAccess = Pick<TaskRow, 'project_id' | 'team_id' | 'created_by' | 'assignee'>

/** Returns a function that tells whether the caller can edit a listed task that they can read. */
export function buildEditCheck(ctx: Context, visibility: OrgVisibility): (row: TaskEditAccess) => boolean {
  const editable = new Set(visibility.editableProjectIds)
  const joined = new Set(visibility.joinedTeamIds)
  const { username } = ctx.user
  return (row) => {
    const isOwn = row.created_by === username || row.assignee === username
    const isEditor = row.project_id !== null ? editable.has(row.project_id) : joined.has(row.team_id ?? '')
    return visibility.isOrgAdmin || isOwn || isEditor
  }
}

export const presentListFields = (editable: boolean, comments: number, placement?: TaskListRow['placement']) => ({
  has_access: true,
  has_edit_access: editable,
  comments: comments as number | null,
  section_id: placement?.section_id ?? null,
  section_position: placement?.position ?? null,
})

const presentClaim = ({ claim }: TaskListRow) => (claim === undefined ? null : { claim })
const presentDeletedAt = ({ deleted_at }: TaskListRow) => (deleted_at === undefined ? null : { deleted_at })
export async function presentTaskList(
  ctx: Context,
  { visibility, fields }: Pick<TaskListQuery, 'visibility' | 'fields'>,
  rows: TaskListRow[],
) {
  const catalog = await loadCatalogFor(ctx, visibility, rows)
  const presented = presentTaskRows(ctx, visibility, rows, catalog)
  return fields ? presented.map((row) => pickTaskFields(row, fields)) : presented
}

export function presentTaskRows(
  ctx: Context,
  visibility: OrgVisibility,
  rows: TaskListRow[],
  { prefixes, fields }: TaskCatalog,
) {
  const canEdit = buildEditCheck(ctx, visibility)
  const selectCustom = buildListedSelector(fields)
  return rows.map((row) =>
    row.is_readable
      ? Object.assign(
          presentTaskColumns(row, prefixes.get(row.project_id ?? ''), selectCustom(row)),
          presentListFields(canEdit(row), row.comments, row.placement),
          presentDeletedAt(row),
          presentClaim(row),
        )
      : presentMasked(row),
  )
}

function presentMasked(row: TaskListRow) {
  const masked = { ...row, ...restrictedTaskMasks, restricted: false } as Presentable
  return Object.assign(presentTaskColumns(masked, null), {
    has_access: false,
    has_edit_access: false,
    comments: null,
    section_id: null,
    section_position: null,
    ...(row.claim !== undefined && { claim: null }),
  })
}
