import { sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { conflict, unknownReference } from '../../../../core/errors.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import { findLockedMembers } from './locks.ts'
import type { TaskWithAccess } from './rows.ts'
import type { TaskCreate } from '../schema.ts'

interface Member {
  user_id: string
  username: string
}

interface ReferenceRows {
  people: (Member & { username_key: string })[] | null
  team: string | null
  sprint: { team_id: string; status: string } | null
  milestone_team: string | null
  goal_project: string | null
  /** Role of the caller in each of their teams. */
  joined: Record<string, 'owner' | 'member'> | null
}

const referenceFields = ['assignee', 'team_id', 'sprint_id', 'milestone_id', 'goal_id'] as const
const isNew = (stored: TaskWithAccess, wanted: TaskWithAccess, name: (typeof referenceFields)[number]) =>
  wanted[name] !== null && wanted[name] !== stored[name]
const teamsDiffer = (stored: TaskWithAccess, wanted: TaskWithAccess) =>
  wanted.team_id !== stored.team_id || wanted.project_team_id !== stored.project_team_id

/**
 * Resolves new references in one statement: usernames get their stored spelling; throws 422 for a missing member, team,
 * sprint, milestone or goal. Clears a sprint or milestone of a team that the task has left.
 */
export async function resolveTaskReferences(
  ctx: Context,
  stored: TaskWithAccess,
  wanted: TaskWithAccess,
): Promise<TaskWithAccess> {
  const restricts = wanted.restricted_to !== stored.restricted_to
  const known = mapRestrictedMembers(stored)
  const unknown = restricts ? wanted.restricted_to.filter((name) => !known.has(normalizeForSearch(name))) : []
  const needsLookup =
    unknown.length > 0 || teamsDiffer(stored, wanted) || referenceFields.some((name) => isNew(stored, wanted, name))
  if (!needsLookup && !restricts) return wanted
  const resolved = { ...wanted }
  let members = known
  if (needsLookup) {
    const names = collectNames(isNew(stored, wanted, 'assignee') ? wanted.assignee : null, unknown)
    const found = await lookUpReferences(ctx, { ...wanted, names })
    const active = new Map(found.people?.map((member) => [member.username_key, member]))
    const lockedIds = unknown.length > 0 ? await findLockedMembers(ctx, wanted.org_id) : new Set()
    const locked = [...active].filter(([, member]) => lockedIds.has(member.user_id))
    members = new Map<string, Member>([...known, ...locked])
    fitContainers(ctx, stored, resolved, found)
    if (isNew(stored, wanted, 'assignee'))
      resolved.assignee = requireMember(active, wanted.assignee!, ['body', 'assignee']).username
  }
  if (restricts) applyRestriction(stored, resolved, members)
  return resolved
}

/** References to look up: containers by id, and members by their normalized names. */
type References = Pick<TaskWithAccess, 'org_id' | 'team_id' | 'sprint_id' | 'milestone_id' | 'goal_id'> & {
  names: string[]
}

/** Last lookup of each request, reused because tasks of a bulk update have the same references. */
const lastLookups = new WeakMap<Context, { key: string; found: Promise<ReferenceRows> }>()

function lookUpReferences(
  ctx: Context,
  { org_id, team_id, sprint_id, milestone_id, goal_id, names }: References,
): Promise<ReferenceRows> {
  const key = JSON.stringify([org_id, team_id, sprint_id, milestone_id, goal_id, names])
  const last = lastLookups.get(ctx)
  if (last?.key === key) return last.found
  const statement = sql<ReferenceRows>`
    select
      (select jsonb_agg(jsonb_build_object('user_id', m.user_id, 'username', m.username,
          'username_key', m.username_key))
       from organization_members m where m.org_id = ${org_id} and m.username_key in (${sql.list(names)})
         and m.is_active and m.deleted_at is null) as people,
      (select team_id from teams where org_id = ${org_id} and team_id = ${team_id} and is_active) as team,
      (select jsonb_build_object('team_id', team_id, 'status', status) from sprints
       where org_id = ${org_id} and sprint_id = ${sprint_id} and is_active) as sprint,
      (select team_id from milestones
       where org_id = ${org_id} and milestone_id = ${milestone_id} and is_active) as milestone_team,
      (select project_id from goals where org_id = ${org_id} and goal_id = ${goal_id} and is_active) as goal_project,
      (select jsonb_object_agg(team_id, team_role) from team_members
       where org_id = ${org_id} and user_id = ${ctx.user.user_id} and is_active) as joined`
  const found = ctx.db.query(statement).then(([row]) => row!)
  lastLookups.set(ctx, { key, found })
  return found
}

const collectNames = (assignee: string | null, restricted: readonly string[]) =>
  [...restricted, ...(assignee === null ? [] : [assignee])].map(normalizeForSearch)

/** Returns the spelling of the active members among these folded usernames. */
export async function findActiveUsernames(
  ctx: Context,
  orgId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const found = await ctx.db.query(sql<{ username: string; username_key: string }>`
    select m.username, m.username_key from organization_members m
    where m.org_id = ${orgId} and m.username_key = any(${names}::text[]) and m.is_active and m.deleted_at is null`)
  return new Map(found.map((row) => [row.username_key, row.username]))
}

/** Prefetches the references of a new task in the round trip of the locks, before its creation is authorized. */
export function prefetchTaskReferences(ctx: Context, orgId: string, body: TaskCreate): void {
  const { assignee = null, restricted_to, team_id = null, sprint_id = null, milestone_id = null, goal_id = null } = body
  const names = collectNames(assignee, restricted_to ?? [])
  if (names.length > 0 || team_id !== null || sprint_id !== null || milestone_id !== null || goal_id !== null)
    ctx.ignoreRejection(lookUpReferences(ctx, { org_id: orgId, team_id, sprint_id, milestone_id, goal_id, names }))
}

/**
 * Requires that a new team, sprint, milestone or goal fits the task; clears a sprint or milestone that no longer
 * fits.
 */
function fitContainers(ctx: Context, stored: TaskWithAccess, resolved: TaskWithAccess, found: ReferenceRows): void {
  const isGuest = ctx.caller.requireMembership(resolved.org_id).role === 'guest'
  const joined = found.joined ?? {}
  const canSeeTeam = (teamId: string) => !isGuest || teamId in joined
  if (isNew(stored, resolved, 'team_id') && (found.team === null || !canSeeTeam(found.team)))
    throw unknownReference(['body', 'team_id'], 'team')
  resolved.my_team_role = resolved.team_id === null ? null : (joined[resolved.team_id] ?? null)

  const matchesTeam = (teamId: string | undefined | null) =>
    teamId != null && (teamId === resolved.team_id || teamId === resolved.project_team_id)
  const sprintTeam = found.sprint?.team_id
  if (isNew(stored, resolved, 'sprint_id')) {
    if (!matchesTeam(sprintTeam) || !canSeeTeam(sprintTeam!)) throw unknownReference(['body', 'sprint_id'], 'sprint')
    if (found.sprint!.status === 'completed')
      throw conflict('The sprint is completed. Choose a planned or active sprint.')
  } else if (!matchesTeam(sprintTeam) && teamsDiffer(stored, resolved)) resolved.sprint_id = null
  const milestoneTeam = found.milestone_team
  if (isNew(stored, resolved, 'milestone_id')) {
    if (!matchesTeam(milestoneTeam) || !canSeeTeam(milestoneTeam!))
      throw unknownReference(['body', 'milestone_id'], 'milestone')
  } else if (!matchesTeam(milestoneTeam) && teamsDiffer(stored, resolved)) resolved.milestone_id = null
  if (isNew(stored, resolved, 'goal_id') && (found.goal_project ?? '') !== resolved.project_id)
    throw unknownReference(['body', 'goal_id'], 'goal')
}

/** Returns the users to whom the task is restricted, including former members. */
const mapRestrictedMembers = (stored: TaskWithAccess) =>
  new Map<string, Member>(
    stored.restricted_to.map((username, i) => [
      normalizeForSearch(username),
      { username, user_id: stored.restricted_to_user_ids[i]! },
    ]),
  )

function applyRestriction(stored: TaskWithAccess, resolved: TaskWithAccess, members: Map<string, Member>): void {
  const named = resolved.restricted_to.map((name, i) => requireMember(members, name, ['body', 'restricted_to', i]))
  const ids = [...new Set(named.map((member) => member.user_id))]
  const before = stored.restricted_to_user_ids
  const isUnchanged = ids.length === before.length && ids.every((id) => before.includes(id))
  resolved.restricted_to_user_ids = isUnchanged ? before : ids
  resolved.restricted_to = isUnchanged
    ? stored.restricted_to
    : ids.map((id) => named.find((member) => member.user_id === id)!.username)
  resolved.restricted = ids.length > 0
}

function requireMember(members: Map<string, Member>, name: string, loc: (string | number)[]): Member {
  const member = members.get(normalizeForSearch(name))
  if (!member) throw unknownReference(loc, 'active member')
  return member
}
