import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import {
  acceptBody,
  decidePlacement,
  mergeTypeData,
  putInSections,
  resolveCustomValues,
} from '../../../work/tasks/commands/import.ts'
import { updateTask } from '../../../work/tasks/commands/update.ts'
import { findProjectSections, type PlacedSection } from '../../../work/tasks/queries/placement.ts'
import { findTasks, type TaskRow, type TaskWithAccess } from '../../../work/tasks/queries/rows.ts'
import type { TaskCreate, TaskUpdate } from '../../../work/tasks/schema.ts'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import { toTaskBody } from '../rules.ts'
import {
  buildBase,
  decideSync,
  formatFingerprint,
  isUnchangedRow,
  mergeBase,
  parseBase,
  syncedAttributes,
  type SyncedValues,
} from '../sync-rules.ts'
import type { ImportRun } from './run.ts'
import type { Resolved, TaskRows } from './resolved.ts'

const CUSTOM = 'custom.'

/** Returns the values of a row as they would be here, by attribute. */
export function toSourceValues(
  run: ImportRun,
  { row }: NumberedRow<'tasks'>,
  { custom, ...body }: TaskCreate,
  { projects, sections, goals, users }: Resolved,
  projectId: string | null,
): SyncedValues {
  const attributes = body as Record<string, unknown>
  const place = (row.sections ?? []).find(({ section }) => sections.has(section))
  return {
    ...Object.fromEntries(syncedAttributes.map((name) => [name, attributes[name] ?? null])),
    ...Object.fromEntries(Object.entries(custom ?? {}).map(([key, value]) => [CUSTOM + key, value])),
    assignee: (row.assignee && users.get(row.assignee)?.username) || null,
    goal_id: (row.goal && goals.get(row.goal)?.resource_id) || null,
    project_id: run.row.project_id ?? ((row.project && projects.get(row.project)?.resource_id) || projectId),
    section_id: place ? sections.get(place.section)!.resource_id : null,
    // Parents are linked once all tasks exist.
    parent: row.parent ?? null,
  }
}

/** Returns the values of a task here, with the custom fields that the source has. */
export function toHereValues(task: TaskRow, section_id: string | null, source: SyncedValues): SyncedValues {
  const attributes = { ...task, section_id, parent: task.parent_task_id } as unknown as Record<string, unknown>
  const fields = Object.keys(source).filter((name) => name.startsWith(CUSTOM))
  return {
    ...Object.fromEntries(syncedAttributes.map((name) => [name, attributes[name] ?? null])),
    ...Object.fromEntries(fields.map((name) => [name, task.custom[name.slice(CUSTOM.length)] ?? null])),
  }
}

interface SyncContext {
  run: ImportRun
  ctx: Context
  resolved: Resolved
  facts: readonly PlacedSection[]
}

/** Updates tasks with what has changed at the source only; returns the references to save. */
export async function syncKnownTasks(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  refs: ReadonlyMap<string, ExternalRef>,
  resolved: Resolved,
): Promise<ExternalRef[]> {
  const changed = rows.filter(({ row }) => !isUnchangedRow(refs.get(row.id)!.fingerprint, row))
  run.count('tasks', 'unchanged', rows.length - changed.length)
  if (changed.length === 0) return []
  const ids = changed.map(({ row }) => refs.get(row.id)!.resource_id)
  const found = await findTasks(ctx, [run.orgId], ids, true)
  const tasks = new Map(found.map((task) => [task.task_id, task]))
  const projectIds = [
    ...found.map((task) => task.project_id),
    ...[...resolved.projects.values()].map((ref) => ref.resource_id),
  ]
  const facts = await findProjectSections(
    ctx,
    run.orgId,
    [...tasks.keys()],
    [...new Set(projectIds.filter((id) => id !== null))],
  )
  const saved: ExternalRef[] = []
  for (const numbered of changed) {
    const ref = refs.get(numbered.row.id)!
    const task = tasks.get(ref.resource_id)
    if (task) saved.push(...(await syncTask({ run, ctx, resolved, facts }, task, numbered, ref)))
    else run.report('skipped', 'tasks', numbered, 'was deleted here')
  }
  return saved
}

const REASON_FOR_CONFLICT = 'was changed here and at the source; it stays as it is here'

async function syncTask(
  sync: SyncContext,
  task: TaskWithAccess,
  numbered: NumberedRow<'tasks'>,
  ref: ExternalRef,
): Promise<ExternalRef[]> {
  const { run, resolved, facts } = sync
  const { body, shortened } = toTaskBody(numbered.row, run.system, run.row.options.status_map)
  const base = parseBase(ref.fingerprint)
  const former = facts.find((one) => one.task_id === task.task_id && one.project_id === task.project_id) ?? null
  const removed = [...(base?.keys() ?? [])].filter((name) => name.startsWith(CUSTOM)).map((name) => [name, null])
  const source = { ...Object.fromEntries(removed), ...toSourceValues(run, numbered, body, resolved, task.project_id) }
  const here = toHereValues(task, former?.section_id ?? null, source)
  const { parent: _, ...compared } = source
  const isSameVersion = ref.resource_version === task.version
  const placesByStatus = task.project_has_status_sections && source.project_id === task.project_id
  const { parent: __, ...current } = here
  const { applied, conflicts } = decideSync(base, compared, current, { isSameVersion, placesByStatus })
  for (const name of conflicts) run.report('conflict', 'tasks', numbered, REASON_FOR_CONFLICT, name, source[name])
  for (const { field, value, reason } of shortened)
    if (applied.includes(field)) run.report('changed', 'tasks', numbered, reason, field, value)
  const next =
    applied.length === 0
      ? { task, section_id: former?.section_id ?? null }
      : await apply(sync, task, numbered, { source, applied, former })
  if (!next) return []
  const isUpdated = next.task.version !== task.version || next.section_id !== here.section_id
  if (isUpdated || conflicts.length === 0) run.count('tasks', isUpdated ? 'updated' : 'unchanged')
  const merged = mergeBase(base, buildBase(source, toHereValues(next.task, next.section_id, source)), conflicts)
  const parent = base?.get('parent')
  if (parent) merged.set('parent', parent)
  else merged.delete('parent')
  const fingerprint = formatFingerprint(conflicts.length > 0 ? null : numbered.row, merged)
  // A task that was changed here keeps the version of the import, so that an undo retains it.
  const resource_version = isSameVersion ? next.task.version : ref.resource_version
  return [{ ...ref, fingerprint, resource_version, import_id: null }]
}

interface Change {
  source: SyncedValues
  applied: readonly string[]
  former: PlacedSection | null
}

interface SyncedTask {
  task: TaskWithAccess
  section_id: string | null
}

/** Sets attributes by the rules of an update. Values that these reject are reported and left out. */
async function apply(
  { run, ctx, facts }: SyncContext,
  task: TaskWithAccess,
  numbered: NumberedRow<'tasks'>,
  { source, applied, former }: Change,
): Promise<SyncedTask | null> {
  const { update, resolved } = splitApplied(source, applied)
  const reject = (field: string, reason: string) =>
    run.report('rejected', 'tasks', numbered, reason, field, source[field])
  const { body, rejected } = acceptBody({ title: task.title, ...update } as unknown as TaskCreate, task)
  for (const { field, reason } of rejected) reject(field, reason)
  if (!body) return null
  const accepted = body as TaskUpdate
  // An update would merge it.
  if (accepted.type_data)
    resolved.type_data = mergeTypeData(accepted.task_type ?? task.task_type, null, accepted.type_data)
  accepted.custom = await acceptCustomValues(ctx, task, update.custom, reject)
  const project_id = accepted.project_id === undefined ? task.project_id : accepted.project_id
  const section = facts.find((one) => one.task_id === null && one.section_id === source.section_id) ?? null
  const isGone = source.section_id !== null && section?.project_id !== project_id
  const moves = applied.includes('section_id')
  if (moves && isGone) reject('section_id', 'its section has been deleted here')
  try {
    if (!moves || isGone || project_id === null) return await updateIn(ctx, task, accepted, { resolved, former })
    accepted.status = decidePlacement({ kind: 'put', section }, accepted.status ?? task.status, []).status
    const put = { task_id: task.task_id, project_id, section_id: section?.section_id ?? null, former }
    const placed = await putInSections(ctx, run.orgId, [put])
    const next = await updateTask(ctx, task, accepted, { resolved, placed })
    return { task: next, section_id: put.section_id }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    run.report('rejected', 'tasks', numbered, error.errors?.[0]?.msg ?? error.message)
    return null
  }
}

/** Updates a task that follows its status and project to a section. */
async function updateIn(
  ctx: Context,
  task: TaskWithAccess,
  update: TaskUpdate,
  { resolved, former }: { resolved: object; former: PlacedSection | null },
): Promise<SyncedTask> {
  const next = await updateTask(ctx, task, update, { resolved })
  if (next.status === task.status && next.project_id === task.project_id)
    return { task: next, section_id: former?.section_id ?? null }
  const facts = await findProjectSections(ctx, task.org_id, [task.task_id], [])
  return { task: next, section_id: facts.find((one) => one.project_id === next.project_id)?.section_id ?? null }
}

function splitApplied(source: SyncedValues, applied: readonly string[]) {
  const update: Record<string, unknown> & { custom: Record<string, unknown> } = { custom: {} }
  const resolved: Partial<Pick<TaskRow, 'assignee' | 'goal_id' | 'type_data'>> = {}
  for (const name of applied)
    if (name.startsWith(CUSTOM)) update.custom[name.slice(CUSTOM.length)] = source[name]
    else if (name === 'assignee' || name === 'goal_id') resolved[name] = source[name] as string | null
    else if (name !== 'section_id') update[name] = source[name]
  return { update, resolved }
}

async function acceptCustomValues(
  ctx: Context,
  task: TaskWithAccess,
  values: Record<string, unknown>,
  reject: (field: string, reason: string) => void,
): Promise<NonNullable<TaskUpdate['custom']>> {
  const accepted: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(values)) {
    try {
      await resolveCustomValues(ctx, task, { [key]: value } as never)
      accepted[key] = value
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      reject(`${CUSTOM}${key}`, error.errors?.[0]?.msg ?? error.message)
    }
  }
  return accepted as NonNullable<TaskUpdate['custom']>
}
