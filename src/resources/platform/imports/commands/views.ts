import type { NumberedRow } from '@svc/import/archive'
import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import { lockMembers } from '../../../people/members/queries.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { importView, normalizeImportedQuery } from '../../../work/views/import.ts'
import { translateQuery, type ViewFilters } from '../rules.ts'
import { cutText, requireValidContainer } from './container-checks.ts'
import { loadImportedUsers, newRef } from './people.ts'
import { REASON_FOR_TEAMS } from './plans.ts'
import { findProjectId, findResourceId } from './references.ts'
import type { ImportRun } from './run.ts'
import { TEAM_SECTION } from './team-sections.ts'

type ViewRow = NumberedRow<'views'>
const MAX_NAME = 120

/** Creates saved views whose owner is here; their filters name what has been imported. */
export async function importViews(run: ImportRun, ctx: Context, rows: readonly ViewRow[]): Promise<void> {
  const known = await loadExternalRefs(
    ctx,
    run.orgId,
    'view',
    run.source,
    rows.map(({ row }) => row.id),
  )
  const added = rows.filter(({ row }) => !known.has(row.id))
  run.count('views', 'unchanged', rows.length - added.length)
  if (added.length === 0) return
  const localNames = await loadNames(run, ctx, added)
  const refs: ExternalRef[] = []
  for (const numbered of added) {
    const view_id = await createView(run, ctx, numbered, localNames)
    if (view_id === null) continue
    run.count('views', 'created')
    refs.push({
      ...newRef('view', run.source, numbered.row.id),
      resource_id: view_id,
      resource_version: 1,
      import_id: run.row.import_id,
    })
  }
  await saveExternalRefs(ctx, run.orgId, refs)
}

async function createView(
  run: ImportRun,
  ctx: Context,
  numbered: ViewRow,
  localNames: ReadonlyMap<string, string>,
): Promise<string | null> {
  const { row } = numbered
  const owner = await findOwner(run, ctx, row)
  if (owner === null) {
    const reason = row.scope_type === 'team' && !run.reachesTeams ? REASON_FOR_TEAMS : 'its owner is not here'
    run.report('skipped', 'views', numbered, reason, 'name', row.name)
    return null
  }
  try {
    const created = await importView(ctx, owner, buildFields(run, numbered, localNames))
    if (created) return created.view_id
    run.report('skipped', 'views', numbered, 'another view has the name', 'name', row.name)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    run.report('rejected', 'views', numbered, error.errors?.[0]?.msg ?? error.message, 'query', row.name)
  }
  return null
}

/** Checks a view and translates its filters. Throws the problem with which the API would refuse it. */
function buildFields(run: ImportRun, numbered: ViewRow, localNames: ReadonlyMap<string, string>) {
  const { row } = numbered
  const resource = row.resource ?? 'task'
  const view = { resource, name: cutText(row.name, MAX_NAME), query: row.query ?? {}, display: row.display ?? {} }
  requireValidContainer('views', view)
  const present = Object.entries(view.query).filter(([, value]) => value !== null)
  const { query, lost } = translateQuery(Object.fromEntries(present) as ViewFilters, localNames)
  for (const name of lost)
    run.report('changed', 'views', numbered, 'what the filter names has not been imported', name, row.name)
  const display = view.display as Record<string, unknown>
  return { ...view, query: normalizeImportedQuery(resource, query), display }
}

/** Finds the project, team or active member that a view belongs to. Project owners import views of the project only. */
async function findOwner(run: ImportRun, ctx: Context, { scope_type, scope, resource }: ViewRow['row']) {
  if (scope_type === 'project' && resource === 'project') return null
  const owner = (scope_id: string | undefined) =>
    scope_id === undefined ? null : { org_id: run.orgId, scope_type, scope_id }
  if (scope_type === 'team' && !run.reachesTeams) return null
  if (scope_type !== 'user') {
    const id =
      scope_type === 'project' ? await findProjectId(run, ctx, scope) : await findResourceId(run, ctx, 'team', scope)
    return run.isAdmin || id === run.row.project_id ? owner(id ?? undefined) : null
  }
  if (!run.isAdmin) return null
  const user = (await loadImportedUsers(run, ctx, [scope])).get(scope)
  const [member] = user ? await lockMembers(ctx, [run.orgId], { ids: [user.user_id] }) : []
  return owner(member?.username)
}

/** Loads what the filters of views name: resources by id, and people by the username that they have in the source. */
async function loadNames(run: ImportRun, ctx: Context, rows: readonly ViewRow[]): Promise<Map<string, string>> {
  const words = rows.flatMap(({ row }) => JSON.stringify(row.query ?? {}).match(/[^\s",:[\]{}]+/g) ?? [])
  const found = await ctx.db.query(sql<{ external_id: string; resource_id: string }>`
    select external_id, resource_id from external_refs
    where org_id = ${run.orgId} and source = ${run.source} and external_id = any(${[...new Set(words)]}::text[])
      and resource_type in ('project', 'team', 'section', ${TEAM_SECTION}, 'goal', 'milestone', 'sprint', 'task')`)
  const localNames = new Map(found.map((one) => [one.external_id, one.resource_id]))
  const usernames = new Map<string, string>()
  const wanted = new Set(words)
  for await (const { row } of run.archive.rows('people'))
    if (row.username && wanted.has(row.username)) usernames.set(row.username, row.id)
  const users = await loadImportedUsers(run, ctx, [...usernames.values()])
  for (const [username, id] of usernames) localNames.set(username, users.get(id)?.username ?? username)
  return localNames
}
