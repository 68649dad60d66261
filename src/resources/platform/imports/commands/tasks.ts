import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import { importTasks, type TaskDraft } from '../../../work/tasks/commands/import.ts'
import { updateTask } from '../../../work/tasks/commands/update.ts'
import { findTasks, type TaskWithAccess } from '../../../work/tasks/queries/rows.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import type { ProjectRow } from '../../../work/projects/queries/find.ts'
import { computeFingerprint, decideSync, toTaskBody } from '../rules.ts'
import { chooseNumber, loadDefaultProject, loadTargetProjects } from './containers.ts'
import { loadImportedUsers, newRef, type ImportedUser } from './people.ts'
import type { ImportRun } from './run.ts'

export type TaskRows = readonly NumberedRow<'tasks'>[]

/** Resources of this organization by the ids of the source that a batch of tasks names. */
interface Resolved {
  projects: Map<string, ExternalRef>
  sections: Map<string, ExternalRef>
  goals: Map<string, ExternalRef>
  users: Map<string, ImportedUser>
}

export const compactIds = (values: readonly (string | null | undefined)[]) => [
  ...new Set(values.filter((value): value is string => typeof value === 'string')),
]

async function resolveBatch(run: ImportRun, ctx: Context, rows: TaskRows): Promise<Resolved> {
  const load = (type: string, values: readonly (string | null | undefined)[]) =>
    loadExternalRefs(ctx, run.orgId, type, run.source, compactIds(values))
  const projects = await load(
    'project',
    rows.map(({ row }) => row.project),
  )
  const sections = await load(
    'section',
    rows.flatMap(({ row }) => row.sections?.map((one) => one.section) ?? []),
  )
  const goals = await load(
    'goal',
    rows.map(({ row }) => row.goal),
  )
  const users = await loadImportedUsers(
    run,
    ctx,
    rows.flatMap(({ row }) => [row.assignee, row.created_by]),
  )
  return { projects, sections, goals, users }
}

/** Writes a batch of tasks: creates new ones, and updates those that have changed at the source only. */
export async function importTaskBatch(run: ImportRun, ctx: Context, rows: TaskRows): Promise<void> {
  const live = rows.filter(({ row }) => !row.deleted_at)
  run.count('tasks', 'skipped', rows.length - live.length)
  const resolved = await resolveBatch(run, ctx, live)
  const known = await loadExternalRefs(
    ctx,
    run.orgId,
    'task',
    run.source,
    live.map(({ row }) => row.id),
  )
  const refs = [
    ...(await createNewTasks(
      run,
      ctx,
      live.filter(({ row }) => !known.has(row.id)),
      resolved,
    )),
    ...(await syncKnownTasks(
      run,
      ctx,
      live.filter(({ row }) => known.has(row.id)),
      known,
      resolved,
    )),
  ]
  await saveExternalRefs(ctx, run.orgId, refs)
}

async function createNewTasks(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  resolved: Resolved,
): Promise<ExternalRef[]> {
  const groups = new Map<string, NumberedRow<'tasks'>[]>()
  for (const numbered of rows) {
    const found = numbered.row.project == null ? undefined : resolved.projects.get(numbered.row.project)?.resource_id
    const projectId = found ?? (await loadDefaultProject(run, ctx))
    groups.set(projectId, [...(groups.get(projectId) ?? []), numbered])
  }
  const projects = await loadTargetProjects(ctx, run.orgId, [...groups.keys()])
  const refs: ExternalRef[] = []
  for (const [projectId, group] of groups) {
    const project = projects.get(projectId)
    if (project) refs.push(...(await createInProject(run, ctx, project, group, resolved)))
    else for (const numbered of group) run.report('rejected', 'tasks', numbered, 'its project has been deleted here')
  }
  return refs
}

async function createInProject(
  run: ImportRun,
  ctx: Context,
  project: ProjectRow,
  rows: TaskRows,
  resolved: Resolved,
): Promise<ExternalRef[]> {
  const drafts = rows.map((numbered) => buildDraft(run, ctx, project, numbered, resolved))
  const results = await importTasks(ctx, project, drafts, { emits: run.row.options.notify === true })
  return results.flatMap(({ task, rejected }, i) => {
    const numbered = rows[i]!
    for (const { field, value, reason } of rejected) run.report('rejected', 'tasks', numbered, reason, field, value)
    if (task === null) return []
    run.count('tasks', 'created')
    const ref = newRef('task', run.source, numbered.row.id)
    const fingerprint = computeFingerprint(numbered.row)
    return [{ ...ref, resource_id: task.task_id, fingerprint, resource_version: 1, import_id: run.row.import_id }]
  })
}

function buildDraft(
  run: ImportRun,
  ctx: Context,
  project: ProjectRow,
  numbered: NumberedRow<'tasks'>,
  { sections, goals, users }: Resolved,
): TaskDraft {
  const { row } = numbered
  const { body, shortened } = toTaskBody(row, run.source, run.row.options.status_map)
  for (const { field, value, reason } of shortened) run.report('changed', 'tasks', numbered, reason, field, value)
  const [place] = (row.sections ?? []).flatMap(({ section, position = null }) => {
    const section_id = sections.get(section)?.resource_id
    return section_id === undefined ? [] : [{ section_id, position }]
  })
  const number = chooseNumber(run, project, row.project ?? null, row.key)
  if (row.key && number === null && /^[A-Z][A-Z0-9]*-\d+$/.test(row.key))
    run.report('changed', 'tasks', numbered, 'the key is not free; it remains in the metadata', 'key', row.key)
  const created_at = toPastTime(ctx, row.created_at ?? ctx.now)
  const updated_at = toPastTime(ctx, row.updated_at ?? created_at)
  return {
    body,
    goal_id: (row.goal && goals.get(row.goal)?.resource_id) || null,
    assignee: (row.assignee && users.get(row.assignee)?.username) || null,
    created_by: (row.created_by && users.get(row.created_by)?.username) || ctx.user.username,
    created_at,
    updated_at: updated_at < created_at ? created_at : updated_at,
    number,
    section: place ?? null,
  }
}

/** Returns a time of the source, but not one in the future, which later changes could not follow. */
export const toPastTime = (ctx: Context, time: string): string => {
  const iso = new Date(time).toISOString()
  return iso > ctx.now ? ctx.now : iso
}

async function syncKnownTasks(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  refs: ReadonlyMap<string, ExternalRef>,
  resolved: Resolved,
): Promise<ExternalRef[]> {
  const changed = rows.filter(({ row }) => refs.get(row.id)!.fingerprint !== computeFingerprint(row))
  run.count('tasks', 'unchanged', rows.length - changed.length)
  if (changed.length === 0) return []
  const ids = changed.map(({ row }) => refs.get(row.id)!.resource_id)
  const tasks = new Map((await findTasks(ctx, [run.orgId], ids, true)).map((task) => [task.task_id, task]))
  const saved: ExternalRef[] = []
  for (const numbered of changed) {
    const ref = refs.get(numbered.row.id)!
    const task = tasks.get(ref.resource_id)
    const fingerprint = computeFingerprint(numbered.row)
    const decision = decideSync(ref, fingerprint, task?.version)
    if (decision === 'conflict')
      run.report('conflict', 'tasks', numbered, 'was changed here and at the source; it stays as it is here')
    if (decision === 'deleted') run.report('skipped', 'tasks', numbered, 'was deleted here')
    if (decision !== 'update') continue
    const next = await updateFromSource(run, ctx, task!, numbered, resolved)
    if (next) saved.push({ ...ref, fingerprint, resource_version: next.version, import_id: null })
  }
  return saved
}

async function updateFromSource(
  run: ImportRun,
  ctx: Context,
  task: TaskWithAccess,
  numbered: NumberedRow<'tasks'>,
  { users }: Resolved,
): Promise<TaskWithAccess | null> {
  const { body, shortened } = toTaskBody(numbered.row, run.source, run.row.options.status_map)
  for (const { field, value, reason } of shortened) run.report('changed', 'tasks', numbered, reason, field, value)
  const assignee = (numbered.row.assignee && users.get(numbered.row.assignee)?.username) || null
  const { org_id: _, ...update } = body as typeof body & { org_id?: string }
  try {
    const next = await updateTask(ctx, task, {
      ...update,
      ...(assignee !== task.assignee && assignee === null && { assignee }),
    })
    run.count('tasks', next.version === task.version ? 'unchanged' : 'updated')
    return next
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    run.report('rejected', 'tasks', numbered, error.errors?.[0]?.msg ?? error.message)
    return null
  }
}
