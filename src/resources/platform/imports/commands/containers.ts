import type { NumberedRow } from '@svc/import/archive'
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import { toUniqueKey } from '../../../../core/text.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { importProject } from '../../../work/projects/import.ts'
import { projectColumns, type ProjectRow } from '../../../work/projects/queries/find.ts'
import type { ProjectCreate } from '../../../work/projects/schema.ts'
import { importSection } from '../../../work/sections/import.ts'
import type { SectionCreate } from '../../../work/sections/schema.ts'
import {
  cutText,
  isValidContainer,
  requireValidContainer,
  type ContainerKind,
  type MadeContainer,
} from './container-checks.ts'
import { createImportedField, updateKnownField } from './fields.ts'
import { createImportedGoal } from './goals.ts'
import { reserveNumbers } from './keys.ts'
import { newRef } from './people.ts'
import { createImportedPlan, createImportedTeam, REASON_FOR_TEAMS } from './plans.ts'
import { findProjectId, findResourceId } from './references.ts'
import { TEAM_SECTION } from './team-sections.ts'
import type { ImportRun } from './run.ts'

const resourceTypes = {
  teams: 'team',
  projects: 'project',
  sections: 'section',
  fields: 'field',
  goals: 'goal',
  milestones: 'milestone',
  sprints: 'sprint',
} as const

/** Creates what a batch has and the organization does not. Later steps find it by its external reference. */
export async function importContainers(
  run: ImportRun,
  ctx: Context,
  kind: ContainerKind,
  rows: readonly NumberedRow<ContainerKind>[],
  type: string = resourceTypes[kind],
): Promise<void> {
  const known = await loadExternalRefs(
    ctx,
    run.orgId,
    type,
    run.source,
    rows.map(({ row }) => row.id),
  )
  const refs: ExternalRef[] = []
  for (const numbered of rows) {
    const ref = known.get(numbered.row.id)
    if (ref) {
      const updated = kind === 'fields' ? await updateField(run, ctx, numbered as NumberedRow<'fields'>, ref) : null
      run.count(kind, updated ? 'updated' : 'unchanged')
      refs.push(...(updated ? [updated] : []))
      continue
    }
    const created = await createContainer(run, ctx, kind, numbered)
    if (created === null) continue
    run.count(kind, created.existing ? 'matched' : 'created')
    const added = newRef(type, run.source, numbered.row.id)
    const made = created.existing ? {} : { resource_version: created.version ?? null, import_id: run.row.import_id }
    refs.push({ ...added, resource_id: created.id, ...made })
  }
  await saveExternalRefs(ctx, run.orgId, refs)
}

type SectionRows = readonly NumberedRow<'sections'>[]

/** Compares positions; sections without one come last, in the order of the file. */
function comparePositions(one: NumberedRow<'sections'>, other: NumberedRow<'sections'>): number {
  const [before, after] = [one.row.position ?? Infinity, other.row.position ?? Infinity]
  return before === after ? 0 : before < after ? -1 : 1
}

/**
 * Creates sections, each at the end of its owner. Those of teams have a type of their own, since tasks are in one of each.
 */
export async function importSections(run: ImportRun, ctx: Context, unsorted: SectionRows): Promise<void> {
  const rows = unsorted.toSorted(comparePositions)
  const isOfTeam = ({ row }: NumberedRow<'sections'>) => row.scope_type === 'team'
  const others = rows.filter((numbered) => !isOfTeam(numbered))
  await importContainers(run, ctx, 'sections', others)
  await importContainers(run, ctx, 'sections', rows.filter(isOfTeam), TEAM_SECTION)
}

async function createContainer(
  run: ImportRun,
  ctx: Context,
  kind: ContainerKind,
  numbered: NumberedRow<ContainerKind>,
): Promise<MadeContainer | null> {
  return await reportProblem(run, kind, numbered, async () => {
    if (kind === 'projects') return await createImportedProject(run, ctx, numbered as NumberedRow<'projects'>)
    if (kind === 'sections') return await createImportedSection(run, ctx, numbered as NumberedRow<'sections'>)
    if (kind === 'fields') return await createImportedField(run, ctx, numbered as NumberedRow<'fields'>)
    if (kind === 'goals') return await createImportedGoal(run, ctx, numbered as NumberedRow<'goals'>)
    if (kind === 'teams') return await createImportedTeam(run, ctx, numbered as NumberedRow<'teams'>)
    return await createImportedPlan(run, ctx, kind, numbered as NumberedRow<'milestones' | 'sprints'>)
  })
}

/** Reports the problem with which the rules refuse a row, and returns null then. */
async function reportProblem<T>(
  run: ImportRun,
  kind: ContainerKind,
  numbered: NumberedRow<ContainerKind>,
  write: () => Promise<T | null>,
): Promise<T | null> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const first = error.errors?.[0]
    run.report('rejected', kind, numbered, first?.msg ?? error.message, first?.loc ? String(first.loc.at(-1)) : null)
    return null
  }
}

const updateField = (run: ImportRun, ctx: Context, numbered: NumberedRow<'fields'>, ref: ExternalRef) =>
  reportProblem(run, 'fields', numbered, () => updateKnownField(run, ctx, numbered, ref))

async function createImportedProject(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'projects'>,
): Promise<MadeContainer> {
  const { row } = numbered
  if (run.row.project_id !== null) return { id: run.row.project_id, existing: true }
  const project = await createProjectByRules(run, ctx, {
    name: cutText(row.name, 200) || 'Imported',
    description: cutDescription(run, numbered),
    prefix: row.prefix ? await chooseFreePrefix(ctx, run.orgId, row.prefix) : null,
    visibility: row.visibility ?? null,
    start_date: row.start_date ?? null,
    end_date: row.end_date ?? null,
    priority: row.priority ?? 'none',
    ...chooseLook(run, numbered),
    team_id: row.team ? await findResourceId(run, ctx, 'team', row.team) : null,
  })
  if (project.prefix === row.prefix) await reserveNumbers(run, ctx, project.project_id, row.id)
  return { id: project.project_id, existing: false }
}

const MAX_DESCRIPTION = 100_000

function cutDescription(run: ImportRun, numbered: NumberedRow<'projects'>): string | null {
  const { description } = numbered.row
  if (!description || [...description].length <= MAX_DESCRIPTION) return description ?? null
  run.report('changed', 'projects', numbered, `was cut to ${MAX_DESCRIPTION} characters`, 'description', description)
  return cutText(description, MAX_DESCRIPTION)
}

/** Returns the status, color, icon and metadata of a project, as far as projects here can have them. */
function chooseLook(run: ImportRun, numbered: NumberedRow<'projects'>) {
  const { name, status, color, icon, metadata } = numbered.row
  const look = Object.entries({ status, color, icon, metadata }).filter(([field, value]) => {
    const isKnown = value == null || isValidContainer('projects', { name: 'x', [field]: value })
    if (!isKnown) run.report('changed', 'projects', numbered, 'is not known here', field, name)
    return isKnown && value != null
  })
  return Object.fromEntries(look)
}

async function createProjectByRules(run: ImportRun, ctx: Context, body: Record<string, unknown>): Promise<ProjectRow> {
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  requireValidContainer('projects', present)
  return await importProject(ctx, { org_id: run.orgId, people: [] }, present as unknown as ProjectCreate)
}

/** Returns the prefix if no project has or had it; null lets the database derive one. */
async function chooseFreePrefix(ctx: Context, orgId: string, prefix: string): Promise<string | null> {
  if (!/^[A-Z][A-Z0-9]{1,9}$/.test(prefix)) return null
  const taken = await ctx.db.query(sql`
    select from project_prefixes where org_id = ${orgId} and prefix = ${prefix}`)
  return taken.length > 0 ? null : prefix
}

/** Returns the project for tasks that are in none at the source. */
export async function loadDefaultProject(run: ImportRun, ctx: Context): Promise<string> {
  const { project_id: target, import_id, file_name } = run.row
  if (run.state.default_project_id === undefined) {
    const name = cutText(file_name.replace(/\.\w+$/, ''), 200) || 'Imported'
    const project_id = target ?? (await createProjectByRules(run, ctx, { name })).project_id
    run.count('projects', 'created', target === null ? 1 : 0)
    run.state.default_project_id = project_id
    const ref = { ...newRef('project', run.source, `import ${import_id}`), resource_id: project_id }
    await saveExternalRefs(ctx, run.orgId, [target === null ? { ...ref, import_id } : ref])
  }
  return run.state.default_project_id
}

/** Loads live projects by id. */
export async function loadTargetProjects(
  ctx: Context,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, ProjectRow>> {
  const rows = await ctx.db.query(sql<ProjectRow>`
    select ${projectColumns('p')} from projects p where p.org_id = ${orgId} and p.project_id = any(${ids}::text[])
      and p.deleted_at is null`)
  return new Map(rows.map((row) => [row.project_id, row]))
}

/** Finds the project or team of a section. Only those who import teams import their sections. */
async function findSectionOwner(run: ImportRun, ctx: Context, { scope_type, scope }: NumberedRow<'sections'>['row']) {
  if (scope_type === 'user' || (scope_type === 'team' && !run.reachesTeams)) return null
  const scope_id =
    scope_type === 'project' ? await findProjectId(run, ctx, scope) : await findResourceId(run, ctx, 'team', scope)
  return scope_id === null ? null : { org_id: run.orgId, scope_type, scope_id }
}

const reasonsForSections = {
  project: 'its project has not been imported',
  team: REASON_FOR_TEAMS,
  user: 'personal sections are not imported',
}

async function createImportedSection(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'sections'>,
): Promise<MadeContainer | null> {
  const { row } = numbered
  const owner = await findSectionOwner(run, ctx, row)
  if (owner === null) {
    run.report('skipped', 'sections', numbered, reasonsForSections[row.scope_type], 'name', row.name)
    return null
  }
  const { scope_type, scope_id } = owner
  const name = cutText(row.name, 120) || 'Section'
  const [same] = await ctx.db.query(sql<{ section_id: string }>`
    select section_id from sections where org_id = ${run.orgId} and scope_type = ${scope_type} and scope_id = ${scope_id}
      and name_key = ${toUniqueKey(name)}`)
  if (same) return { id: same.section_id, existing: true }
  const status = scope_type === 'team' ? null : (run.row.options.status_map?.[row.name] ?? row.status ?? null)
  if (scope_type === 'project' && status === null)
    run.report('changed', 'sections', numbered, 'the name means no status; `status_map` can name one', 'status', name)
  const body = { scope_type, scope_id, name, status, ...chooseColumn(run, numbered) }
  requireValidContainer('sections', body)
  const created = await importSection(ctx, owner, body as unknown as SectionCreate)
  return { id: created.section_id, existing: false }
}

/** Returns the color and limit of a section, which only those of projects have. */
function chooseColumn(run: ImportRun, numbered: NumberedRow<'sections'>) {
  const { name, scope_type, color, wip_limit, is_archived } = numbered.row
  if (is_archived)
    run.report(
      'changed',
      'sections',
      numbered,
      'is archived at the source, which sections here cannot be',
      'name',
      name,
    )
  const scope = { scope_type, scope_id: 'x', name: 'x' }
  const column = Object.entries({ color, wip_limit }).filter(([field, value]) => {
    if (value == null) return false
    const fits = scope_type === 'project' && isValidContainer('sections', { ...scope, [field]: value })
    if (!fits) run.report('changed', 'sections', numbered, 'is not possible here', field, value)
    return fits
  })
  return Object.fromEntries(column)
}
