import type { NumberedRow } from '@svc/import/archive'
import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import { toUniqueKey } from '../../../../core/text.ts'
import { lockMembers } from '../../../people/members/queries.ts'
import { importMilestone, saveImportedMilestone } from '../../../planning/milestones/import.ts'
import { importSprint, newImportedSprint } from '../../../planning/sprints/import.ts'
import { findImportedTeam, importTeam, importTeamMember } from '../../../planning/teams/import.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { cutText, requireValidContainer, type MadeContainer } from './container-checks.ts'
import { loadImportedUsers, newRef } from './people.ts'
import { toPastTime, type ImportRun } from './run.ts'

const MAX_NAME = 120
const MAX_TITLE = 200
const MAX_TEXT = 2000
export const REASON_FOR_TEAMS =
  'teams and what they own are imported by organization admins, and not into a single project'
const cutOptional = (text: string | null | undefined) => (text ? cutText(text, MAX_TEXT) : null)

/** Creates a team, or finds the one with its name. */
export async function createImportedTeam(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'teams'>,
): Promise<MadeContainer | null> {
  const { row } = numbered
  if (!run.reachesTeams) {
    run.report('skipped', 'teams', numbered, REASON_FOR_TEAMS, 'name', row.name)
    return null
  }
  const body = { name: cutText(row.name, MAX_NAME), description: cutOptional(row.description) }
  requireValidContainer('teams', body)
  const [same] = await ctx.db.query(sql<{ team_id: string }>`
    select team_id from teams where org_id = ${run.orgId} and name_key = ${toUniqueKey(body.name)} and is_active`)
  if (same) return { id: same.team_id, existing: true }
  const { team_id, version } = await importTeam(ctx, run.orgId, body)
  return { id: team_id, version, existing: false }
}

/** Adds members to teams that an import has created. Others are left as they are: a team gives rights. */
export async function importTeamMembers(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'team_members'>[],
): Promise<void> {
  if (!run.reachesTeams) {
    for (const numbered of rows) run.report('skipped', 'team_members', numbered, REASON_FOR_TEAMS)
    return
  }
  const load = (type: string, ids: string[]) => loadExternalRefs(ctx, run.orgId, type, run.source, ids)
  const rowIds = rows.map(({ row }) => row.id)
  const known = await load('team_member', rowIds)
  const added = rows.filter(({ row }) => !known.has(row.id))
  run.count('team_members', 'unchanged', rows.length - added.length)
  const teamIds = added.map(({ row }) => row.team)
  const teams = await load('team', teamIds)
  const people = added.map(({ row }) => row.person)
  const users = await loadImportedUsers(run, ctx, people)
  const ids = [...users.values()].map(({ user_id }) => user_id)
  const members = new Map((await lockMembers(ctx, [run.orgId], { ids })).map((one) => [one.user_id, one]))
  const refs = new Set<ExternalRef>()
  for (const numbered of added) {
    const { row } = numbered
    const ref = teams.get(row.team)
    const team = ref?.import_id ? await findImportedTeam(ctx, ref.resource_id, 'update') : undefined
    const member = members.get(users.get(row.person)?.user_id ?? '')
    if (!team) run.report('skipped', 'team_members', numbered, 'no import has created the team')
    else if (!member)
      run.report('skipped', 'team_members', numbered, 'the person is no active member', 'person', row.person)
    else if (await tryAddMember(run, ctx, { ...team, member }, numbered)) {
      const added = newRef('team_member', run.source, row.id)
      refs.add({ ...added, resource_id: team.team_id, import_id: run.row.import_id })
      // A member is a change of the team, but not one that an undo must keep.
      if (ref!.resource_version === team.version && member.user_id !== ctx.user.user_id)
        refs.add(Object.assign(ref!, { resource_version: team.version + 1 }))
    }
  }
  await saveExternalRefs(ctx, run.orgId, [...refs])
}

async function tryAddMember(
  run: ImportRun,
  ctx: Context,
  team: Parameters<typeof importTeamMember>[1],
  numbered: NumberedRow<'team_members'>,
): Promise<boolean> {
  if (team.member?.user_id === ctx.user.user_id) {
    run.count('team_members', 'unchanged')
    return true
  }
  try {
    const { user_id } = team.member!
    await importTeamMember(ctx, team, { user_id, team_role: numbered.row.role ?? 'member' })
    run.count('team_members', 'created')
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    run.report('rejected', 'team_members', numbered, error.errors?.[0]?.msg ?? error.message)
    return false
  }
}

const tables = {
  milestones: { type: 'milestone', id: sql`p.milestone_id`, from: sql`milestones p`, name: sql`p.title_key` },
  sprints: { type: 'sprint', id: sql`p.sprint_id`, from: sql`sprints p`, name: sql`p.name_key` },
} as const satisfies Record<string, { type: string; id: Sql; from: Sql; name: Sql }>
type PlanKind = keyof typeof tables

/** Creates a sprint or milestone, or finds the one with its name in the team. */
export async function createImportedPlan(
  run: ImportRun,
  ctx: Context,
  kind: PlanKind,
  numbered: NumberedRow<PlanKind>,
): Promise<MadeContainer | null> {
  const { row } = numbered
  if (!run.reachesTeams) {
    run.report('skipped', kind, numbered, REASON_FOR_TEAMS)
    return null
  }
  const teams = await loadExternalRefs(ctx, run.orgId, 'team', run.source, [row.team])
  const team_id = teams.get(row.team)?.resource_id
  if (team_id === undefined) {
    run.report('skipped', kind, numbered, 'its team has not been imported')
    return null
  }
  const name = 'title' in row ? cutText(row.title, MAX_TITLE) : cutText(row.name, MAX_NAME)
  const { id, from, name: key } = tables[kind]
  const [same] = await ctx.db.query(sql<{ id: string }>`
    select ${id} as id from ${from}
    where p.org_id = ${run.orgId} and p.team_id = ${team_id} and ${key} = ${toUniqueKey(name)} and p.is_active`)
  if (same) return { id: same.id, existing: true }
  const team = { org_id: run.orgId, team_id }
  const made =
    kind === 'milestones'
      ? createMilestone(run, ctx, team, row as NumberedRow<'milestones'>['row'])
      : createSprint(run, ctx, team, row as NumberedRow<'sprints'>['row'])
  return { ...(await made), existing: false }
}

interface TeamKey {
  org_id: string
  team_id: string
}

async function createSprint(run: ImportRun, ctx: Context, team: TeamKey, row: NumberedRow<'sprints'>['row']) {
  const { start_date, end_date } = row
  const texts = { description: cutOptional(row.description), goal: cutOptional(row.goal) }
  const body = { name: cutText(row.name, MAX_NAME), start_date, end_date, ...texts }
  requireValidContainer('sprints', body)
  const isCompleted = row.status === 'completed'
  const users = await loadImportedUsers(run, ctx, [row.completed_by])
  const { sprint_id, version } = await importSprint(ctx, team, {
    ...newImportedSprint(body),
    status: row.status ?? 'active',
    completed_at: isCompleted ? toPastTime(ctx, row.completed_at ?? ctx.now) : null,
    completed_by: isCompleted ? (users.get(row.completed_by ?? '')?.username ?? ctx.user.username) : null,
  })
  return { id: sprint_id, version }
}

async function createMilestone(run: ImportRun, ctx: Context, team: TeamKey, row: NumberedRow<'milestones'>['row']) {
  const body = {
    title: cutText(row.title, MAX_TITLE),
    target_date: row.target_date,
    description: cutOptional(row.description),
  }
  requireValidContainer('milestones', body)
  const users = await loadImportedUsers(run, ctx, [row.owner, row.closed_by])
  const owner = users.get(row.owner ?? '')
  const [inTeam] = await ctx.db.query(sql`
    select from team_members where org_id = ${team.org_id} and team_id = ${team.team_id}
      and user_id = ${owner?.user_id ?? null}::uuid and is_active`)
  const fields = { ...body, owner_user_id: inTeam ? owner!.user_id : null }
  const milestone = await importMilestone(ctx, team, fields)
  const id = milestone.milestone_id
  if (row.status !== 'closed') return { id, version: milestone.version }
  const { version } = await saveImportedMilestone(ctx, milestone, {
    ...fields,
    status: 'closed',
    closed_at: toPastTime(ctx, row.closed_at ?? ctx.now),
    closed_by: users.get(row.closed_by ?? '')?.username ?? ctx.user.username,
  })
  return { id, version }
}

export interface ResolvedPlan {
  id: string
  team_id: string
}

/** Loads sprints or milestones, with their teams, by their ids in the source. */
export async function loadPlans(
  run: ImportRun,
  ctx: Context,
  kind: PlanKind,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, ResolvedPlan>> {
  const wanted = [...new Set(ids.filter((id): id is string => typeof id === 'string'))]
  if (wanted.length === 0) return new Map()
  const { type, id, from } = tables[kind]
  const rows = await ctx.db.query(sql<ResolvedPlan & { external_id: string }>`
    select x.external_id, ${id} as id, p.team_id from external_refs x
      join ${from} on p.org_id = x.org_id and ${id} = x.resource_id and p.is_active
    where x.org_id = ${run.orgId} and p.org_id = ${run.orgId} and x.resource_type = ${type} and x.source = ${run.source}
      and x.external_id = any(${wanted}::text[])`)
  return new Map(rows.map((row) => [row.external_id, row]))
}
