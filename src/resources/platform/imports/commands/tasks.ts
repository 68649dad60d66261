import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { importTasks, type TaskDraft } from '../../../work/tasks/commands/import.ts'
import { FORMER_KEY_REF } from '../../../work/tasks/import.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import type { ProjectRow } from '../../../work/projects/queries/find.ts'
import { toTaskBody } from '../rules.ts'
import { buildBase, formatFingerprint } from '../sync-rules.ts'
import { loadDefaultProject, loadTargetProjects } from './containers.ts'
import { translateCustomValues } from './custom-values.ts'
import { chooseFormerKeys, chooseNumbers } from './keys.ts'
import { loadImportedUsers, newRef } from './people.ts'
import { loadPlans, type ResolvedPlan } from './plans.ts'
import { loadReachableTasks, type ReachableTasks } from './reachable.ts'
import { removeForeign, reportForeign } from './own-project.ts'
import { toPastTime, type ImportRun } from './run.ts'
import { compactIds, REASON_FOR_PLAN, type Resolved, type TaskRows } from './resolved.ts'
import { placeInTeamSections, TEAM_SECTION } from './team-sections.ts'
import { syncKnownTasks } from './sync-tasks.ts'
import { toLocalValues, toSourceValues } from './sync-values.ts'

async function resolveBatch(run: ImportRun, ctx: Context, rows: TaskRows): Promise<Resolved> {
  const load = (type: string, values: readonly (string | null | undefined)[]) =>
    loadExternalRefs(ctx, run.orgId, type, run.source, compactIds(values))
  const projects = await load(
    'project',
    rows.map(({ row }) => row.project),
  )
  const sectionIds = rows.flatMap(({ row }) => row.sections?.map((one) => one.section) ?? [])
  const sections = await load('section', sectionIds)
  const foreignSections = await removeForeign(run, ctx, 'section', sections)
  const teamSections = run.reachesTeams ? await load(TEAM_SECTION, sectionIds) : new Map<string, ExternalRef>()
  const goals = await load(
    'goal',
    rows.map(({ row }) => row.goal),
  )
  const foreignGoals = await removeForeign(run, ctx, 'goal', goals)
  const users = await loadImportedUsers(
    run,
    ctx,
    rows.flatMap(({ row }) => [row.assignee, row.created_by, ...(row.restricted_to ?? [])]),
  )
  const sprints = await loadPlans(
    run,
    ctx,
    'sprints',
    rows.map(({ row }) => row.sprint),
  )
  const milestones = await loadPlans(
    run,
    ctx,
    'milestones',
    rows.map(({ row }) => row.milestone),
  )
  const foreign = { foreignGoals, foreignSections }
  return { projects, sections, teamSections, goals, users, sprints, milestones, ...foreign }
}

/** Returns the sprint or milestone of a task, which must belong to the team of its project. */
function choosePlan(
  run: ImportRun,
  { team_id }: ProjectRow,
  numbered: NumberedRow<'tasks'>,
  name: 'sprint' | 'milestone',
  plans: ReadonlyMap<string, ResolvedPlan>,
): string | null {
  const id = numbered.row[name]
  if (id == null) return null
  const plan = plans.get(id)
  if (plan && plan.team_id === team_id) return plan.id
  run.report('rejected', 'tasks', numbered, REASON_FOR_PLAN, name, id)
  return null
}

/** Writes a batch of tasks: creates new ones, and updates those that have changed at the source only. */
export async function importTaskBatch(run: ImportRun, ctx: Context, rows: TaskRows): Promise<void> {
  const live = await translateCustomValues(
    run,
    ctx,
    rows.filter(({ row }) => !row.deleted_at),
  )
  run.count('tasks', 'skipped', rows.length - live.length)
  const resolved = await resolveBatch(run, ctx, live)
  const known = await loadExternalRefs(
    ctx,
    run.orgId,
    'task',
    run.source,
    compactIds(live.flatMap(({ row }) => [row.id, row.parent])),
  )
  const knownIds = [...known.values()].map((ref) => ref.resource_id)
  const reachable = await loadReachableTasks(ctx, run.row, knownIds, 'edit')
  const added = live.filter(({ row }) => !known.has(row.id))
  const created = await createNewTasks(run, ctx, added, { ...resolved, parents: listParents(run, known, reachable) })
  const refs = [
    ...created,
    ...(await syncKnownTasks(
      run,
      ctx,
      live.filter(({ row }) => known.has(row.id)),
      known,
      resolved,
      reachable,
    )),
  ]
  await saveExternalRefs(ctx, run.orgId, refs)
}

/** Returns the tasks that this import has created, by their ids in the source; new tasks can become their subtasks. */
const listParents = (
  run: ImportRun,
  known: ReadonlyMap<string, ExternalRef>,
  reachable: ReachableTasks,
): Map<string, string> =>
  new Map(
    [...known]
      .filter(([, ref]) => ref.import_id === run.row.import_id && reachable.has(ref.resource_id))
      .map(([id, ref]) => [id, ref.resource_id]),
  )

interface Creation extends Resolved {
  /** Ids of tasks by those in the source. Tasks whose parents are not there yet are linked in a later step. */
  parents: Map<string, string>
}

interface Draft extends Creation {
  numbers: ReadonlyMap<string, number>
  formerKeys: ReadonlyMap<string, readonly string[]>
}

async function createNewTasks(
  run: ImportRun,
  ctx: Context,
  rows: TaskRows,
  resolved: Creation,
): Promise<ExternalRef[]> {
  const groups = new Map<string, NumberedRow<'tasks'>[]>()
  for (const numbered of rows) {
    const found = numbered.row.project == null ? undefined : resolved.projects.get(numbered.row.project)?.resource_id
    const projectId = found === undefined ? await loadDefaultProject(run, ctx) : (run.row.project_id ?? found)
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
  resolved: Creation,
): Promise<ExternalRef[]> {
  const numbers = await chooseNumbers(run, ctx, project, rows)
  const formerKeys = await chooseFormerKeys(run, ctx, rows, numbers)
  const drafts = rows.map((numbered) => buildDraft(run, ctx, project, numbered, { ...resolved, numbers, formerKeys }))
  const results = await importTasks(ctx, project, drafts, { emits: run.row.options.notify === true })
  const placed = await placeInTeamSections(
    run,
    ctx,
    results.flatMap(({ task }, i) => (task ? [{ numbered: rows[i]!, task_id: task.task_id }] : [])),
    resolved.teamSections,
  )
  return results.flatMap(({ task, section_id, rejected }, i) => {
    const numbered = rows[i]!
    for (const { field, value, reason } of rejected) run.report('rejected', 'tasks', numbered, reason, field, value)
    if (task === null) return []
    run.count('tasks', 'created')
    run.reportExtra(numbered)
    reportForeign(run, numbered, resolved)
    run.count('tasks', 'subtasks', task.parent_task_id === null ? 0 : 1)
    const ref = newRef('task', run.source, numbered.row.id)
    const source = toSourceValues(run, numbered, drafts[i]!.body, resolved, task.project_id)
    const sections = { section_id, team_section_id: placed.get(task.task_id) ?? null }
    const fingerprint = formatFingerprint(numbered.row, buildBase(source, toLocalValues(task, sections, source)))
    const made = { resource_id: task.task_id, import_id: run.row.import_id }
    const keys = (formerKeys.get(numbered.row.id) ?? []).map((key) => ({
      ...newRef(FORMER_KEY_REF.resource_type, FORMER_KEY_REF.source, key),
      ...made,
    }))
    return [{ ...ref, ...made, fingerprint, resource_version: 1 }, ...keys]
  })
}

/** Returns the members who can read a restricted task: at least the importer, since it must not become visible to all. */
function chooseReaders(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'tasks'>,
  users: Resolved['users'],
): TaskDraft['restricted_to'] {
  const { row } = numbered
  if (!row.restricted) return []
  const named = (row.restricted_to ?? []).map((id) => users.get(id))
  const members = named.filter((user) => user?.is_member).map((user) => user!)
  if (members.length < named.length)
    run.report('changed', 'tasks', numbered, 'people who are no members cannot read the task', 'restricted_to')
  return members.length > 0 ? [...new Map(members.map((one) => [one.user_id, one])).values()] : [ctx.user]
}

const REASON_FOR_TAKEN_KEY = 'the key is not free; it remains in the metadata'

/** Returns the number of the key that the task has at the source, and reports one that it cannot have here. */
function chooseNumber(
  run: ImportRun,
  numbered: NumberedRow<'tasks'>,
  { numbers, formerKeys }: Pick<Draft, 'numbers' | 'formerKeys'>,
): number | null {
  const { id, key } = numbered.row
  const number = numbers.get(id) ?? null
  if (key && number === null && /^[A-Z][A-Z0-9]*-\d+$/.test(key)) {
    const isFormer = formerKeys.get(id)?.includes(key) === true
    const reason = isFormer ? 'the key finds the task, which has another one here' : REASON_FOR_TAKEN_KEY
    run.report('changed', 'tasks', numbered, reason, 'key', key)
  }
  return number
}

function buildDraft(
  run: ImportRun,
  ctx: Context,
  project: ProjectRow,
  numbered: NumberedRow<'tasks'>,
  { sections, goals, users, sprints, milestones, parents, ...keys }: Draft,
): TaskDraft {
  const { row } = numbered
  const { body, shortened } = toTaskBody(row, run.system, run.row.options.status_map)
  for (const { field, value, reason } of shortened) run.report('changed', 'tasks', numbered, reason, field, value)
  const [place] = (row.sections ?? []).flatMap(({ section, position = null }) => {
    const section_id = sections.get(section)?.resource_id
    return section_id === undefined ? [] : [{ section_id, position }]
  })
  const number = chooseNumber(run, numbered, keys)
  const created_at = toPastTime(ctx, row.created_at ?? ctx.now)
  const updated_at = toPastTime(ctx, row.updated_at ?? created_at)
  const task_id = ctx.newId('T')
  const parent_task_id = (row.parent && parents.get(row.parent)) || null
  parents.set(row.id, task_id)
  return {
    task_id,
    body,
    parent_task_id,
    goal_id: (row.goal && goals.get(row.goal)?.resource_id) || null,
    sprint_id: choosePlan(run, project, numbered, 'sprint', sprints),
    restricted_to: chooseReaders(run, ctx, numbered, users),
    milestone_id: choosePlan(run, project, numbered, 'milestone', milestones),
    assignee: (row.assignee && users.get(row.assignee)?.username) || null,
    created_by: (row.created_by && users.get(row.created_by)?.username) || ctx.user.username,
    created_at,
    updated_at: updated_at < created_at ? created_at : updated_at,
    number,
    section: place ?? null,
  }
}
