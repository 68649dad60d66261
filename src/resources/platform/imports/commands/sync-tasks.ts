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
import { findTeamSections, removeFromTeamSection } from '../../../work/sections/import.ts'
import { toTaskBody } from '../rules.ts'
import {
  buildBase,
  decideSync,
  formatFingerprint,
  isUnchangedRow,
  mergeBase,
  parseBase,
  type SyncBase,
  type SyncedValues,
} from '../sync-rules.ts'
import { loadTargetProjects } from './containers.ts'
import { reportUnreachable, type ReachableTasks } from './reachable.ts'
import type { ImportRun } from './run.ts'
import { compactIds, REASON_FOR_PLAN, type Resolved, type TaskRows } from './resolved.ts'
import { CUSTOM, toLocalValues, toSourceValues, type Sections } from './sync-values.ts'
import { placeInTeamSections } from './team-sections.ts'

interface SyncContext {
  run: ImportRun
  ctx: Context
  resolved: Resolved
  placedSections: readonly PlacedSection[]
  teamSections: ReadonlyMap<string, string>
  /** Teams by project. */
  teams: ReadonlyMap<string, string | null>
}

/** Updates tasks with what has changed at the source only; returns the references to save. */
export async function syncKnownTasks(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  refs: ReadonlyMap<string, ExternalRef>,
  resolved: Resolved,
  reachable: ReachableTasks,
): Promise<ExternalRef[]> {
  const different = rows.filter(({ row }) => !isUnchangedRow(refs.get(row.id)!.fingerprint, row))
  run.count('tasks', 'unchanged', rows.length - different.length)
  const changed = different.filter(({ row }) => reachable.has(refs.get(row.id)!.resource_id))
  for (const numbered of different) if (!changed.includes(numbered)) reportUnreachable(run, 'tasks', numbered)
  if (changed.length === 0) return []
  const ids = changed.map(({ row }) => refs.get(row.id)!.resource_id)
  const found = await findTasks(ctx, [run.orgId], ids, true)
  const tasks = new Map(found.map((task) => [task.task_id, task]))
  const projectIds = compactIds([
    ...found.map((task) => task.project_id),
    ...[...resolved.projects.values()].map((ref) => ref.resource_id),
    run.row.project_id,
  ])
  const placedSections = await findProjectSections(ctx, run.orgId, [...tasks.keys()], projectIds)
  const teamSections = await findTeamSections(ctx, run.orgId, [...tasks.keys()])
  const projects = await loadTargetProjects(ctx, run.orgId, projectIds)
  const teams = new Map([...projects].map(([id, { team_id }]) => [id, team_id]))
  const sync: SyncContext = { run, ctx, resolved, placedSections, teamSections, teams }
  const saved: ExternalRef[] = []
  for (const numbered of changed) {
    const ref = refs.get(numbered.row.id)!
    const task = tasks.get(ref.resource_id)
    if (task) saved.push(...(await syncTask(sync, task, numbered, ref)))
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
  const { run, resolved, placedSections } = sync
  const { body, shortened } = toTaskBody(numbered.row, run.system, run.row.options.status_map)
  const base = parseBase(ref.fingerprint)
  const former =
    placedSections.find((one) => one.task_id === task.task_id && one.project_id === task.project_id) ?? null
  const removed = [...(base?.keys() ?? [])].filter((name) => name.startsWith(CUSTOM)).map((name) => [name, null])
  const source = { ...Object.fromEntries(removed), ...toSourceValues(run, numbered, body, resolved, task.project_id) }
  const sections = {
    section_id: former?.section_id ?? null,
    team_section_id: sync.teamSections.get(task.task_id) ?? null,
  }
  const local = toLocalValues(task, sections, source)
  const isSameVersion = ref.resource_version === task.version
  const placesByStatus = task.project_has_status_sections && source.project_id === task.project_id
  const decision = decideSync(base, omitOthers(run, source), omitOthers(run, local), { isSameVersion, placesByStatus })
  const { applied, conflicts } = decision
  for (const name of conflicts) run.report('conflict', 'tasks', numbered, REASON_FOR_CONFLICT, name, source[name])
  for (const { field, value, reason } of shortened)
    if (applied.includes(field)) run.report('changed', 'tasks', numbered, reason, field, value)
  const next =
    applied.length === 0 ? { task, ...sections } : await applyAll(sync, task, numbered, { source, applied, former })
  if (!next) return []
  const isUpdated =
    next.task.version !== task.version ||
    next.section_id !== sections.section_id ||
    next.team_section_id !== sections.team_section_id
  if (isUpdated || conflicts.length === 0) run.count('tasks', isUpdated ? 'updated' : 'unchanged')
  const merged = mergeBase(base, buildBase(source, toLocalValues(next.task, next, source)), conflicts)
  retainOthers(run, base, merged)
  const fingerprint = formatFingerprint(conflicts.length > 0 ? null : numbered.row, merged)
  // A task that was changed here keeps the version of the import, so that an undo retains it.
  const resource_version = isSameVersion ? next.task.version : ref.resource_version
  return [{ ...ref, fingerprint, resource_version, import_id: null }]
}

/** Lists the attributes that this step leaves alone: parents are linked later, and not every import reaches teams. */
const listOthers = ({ reachesTeams }: ImportRun): string[] =>
  reachesTeams ? ['parent'] : ['parent', 'team_section_id']

const omitOthers = (run: ImportRun, values: SyncedValues): SyncedValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !listOthers(run).includes(name)))

function retainOthers(run: ImportRun, base: SyncBase | undefined, merged: SyncBase): void {
  for (const name of listOthers(run)) {
    const stored = base?.get(name)
    if (stored) merged.set(name, stored)
    else merged.delete(name)
  }
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

/** Sets attributes, and then the section of the team. */
async function applyAll(
  sync: SyncContext,
  task: TaskWithAccess,
  numbered: NumberedRow<'tasks'>,
  change: Change,
): Promise<(SyncedTask & Sections) | null> {
  const applied = change.applied.filter((name) => isPossiblePlan(sync, task, numbered, change, name))
  const next = await apply(sync, task, numbered, { ...change, applied })
  if (!next) return null
  const { run, ctx, resolved, teamSections } = sync
  const { task_id, project_id } = next.task
  const left = project_id === task.project_id ? teamSections : await findTeamSections(ctx, run.orgId, [task_id])
  const former = left.get(task_id) ?? null
  if (!applied.includes('team_section_id')) return { ...next, team_section_id: former }
  if (change.source.team_section_id === null) {
    if (former !== null) await removeFromTeamSection(ctx, run.orgId, task_id, former)
    return { ...next, team_section_id: null }
  }
  const placed = await placeInTeamSections(run, ctx, [{ numbered, task_id }], resolved.teamSections)
  return { ...next, team_section_id: placed.get(task_id) ?? former }
}

/** Returns whether an attribute can be set; sprints and milestones must belong to the team of the project. */
function isPossiblePlan(
  { run, resolved, teams }: SyncContext,
  task: TaskWithAccess,
  numbered: NumberedRow<'tasks'>,
  { source, applied }: Change,
  name: string,
): boolean {
  if ((name !== 'sprint_id' && name !== 'milestone_id') || source[name] === null) return true
  const plans = name === 'sprint_id' ? resolved.sprints : resolved.milestones
  const plan = [...plans.values()].find(({ id }) => id === source[name])
  const projectId = (applied.includes('project_id') ? source.project_id : task.project_id) as string | null
  if (projectId !== null && plan?.team_id === teams.get(projectId)) return true
  run.report('rejected', 'tasks', numbered, REASON_FOR_PLAN, name, source[name])
  return false
}

/** Sets attributes by the rules of an update. Values that these reject are reported and left out. */
async function apply(
  { run, ctx, placedSections }: SyncContext,
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
  const section = placedSections.find((one) => one.task_id === null && one.section_id === source.section_id) ?? null
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
  const placedSections = await findProjectSections(ctx, task.org_id, [task.task_id], [])
  return {
    task: next,
    section_id: placedSections.find((one) => one.project_id === next.project_id)?.section_id ?? null,
  }
}

/** Attributes whose references have been resolved, such as an assignee who is a placeholder. */
const resolvedAttributes: ReadonlySet<string> = new Set(['assignee', 'goal_id', 'sprint_id', 'milestone_id'])
type ResolvedValues = Partial<Pick<TaskRow, 'assignee' | 'goal_id' | 'sprint_id' | 'milestone_id' | 'type_data'>>

function splitApplied(source: SyncedValues, applied: readonly string[]) {
  const update: Record<string, unknown> & { custom: Record<string, unknown> } = { custom: {} }
  const resolved: Record<string, unknown> & ResolvedValues = {}
  for (const name of applied)
    if (name.startsWith(CUSTOM)) update.custom[name.slice(CUSTOM.length)] = source[name]
    else if (resolvedAttributes.has(name)) resolved[name] = source[name]
    else if (name !== 'section_id' && name !== 'team_section_id') update[name] = source[name]
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
