import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { conflict, unknownReference } from '../../kernel/problem.ts'
import { fold } from '../../kernel/text.ts'
import { findHeld } from './queries.ts'
import type { TaskSeen } from './rows.ts'
import type { TaskCreate } from './schemas.ts'

interface Person {
  user_id: string
  username: string
}

interface Found {
  people: (Person & { username_key: string })[] | null
  team: string | null
  sprint: { team_id: string; status: string } | null
  milestone_team: string | null
  goal_project: string | null
  /** The caller's teams, with its role in each. */
  joined: Record<string, 'owner' | 'member'> | null
}

const pointers = ['assignee', 'team_id', 'sprint_id', 'milestone_id', 'goal_id'] as const
const isNew = (stored: TaskSeen, wanted: TaskSeen, name: (typeof pointers)[number]) =>
  wanted[name] !== null && wanted[name] !== stored[name]
const teamsDiffer = (stored: TaskSeen, wanted: TaskSeen) =>
  wanted.team_id !== stored.team_id || wanted.project_team_id !== stored.project_team_id

/**
 * Looks up everything that `wanted` newly points at, in one statement: people become their stored names, and a team,
 * sprint, milestone or goal has to exist and to fit the task's place; 422 with its place otherwise. A sprint or
 * milestone that the task can no longer be reached from falls away.
 */
export async function resolveReferences(ctx: Context, stored: TaskSeen, wanted: TaskSeen): Promise<TaskSeen> {
  const restricts = wanted.restricted_to !== stored.restricted_to
  const known = restrictedPeople(stored)
  const unknown = restricts ? wanted.restricted_to.filter((name) => !known.has(fold(name))) : []
  const asks =
    unknown.length > 0 || teamsDiffer(stored, wanted) || pointers.some((name) => isNew(stored, wanted, name))
  if (!asks && !restricts) return wanted
  const settled = { ...wanted }
  let people = known
  if (asks) {
    const names = namesIn(isNew(stored, wanted, 'assignee') ? wanted.assignee : null, unknown)
    const found = await lookUp(ctx, { ...wanted, names })
    const active = new Map(found.people?.map((person) => [person.username_key, person]))
    const held = unknown.length > 0 ? await findHeld(ctx, wanted.org_id) : new Set()
    const staying = [...active].filter(([, person]) => held.has(person.user_id))
    people = new Map<string, Person>([...known, ...staying])
    fitContainers(ctx, stored, settled, found)
    if (isNew(stored, wanted, 'assignee'))
      settled.assignee = personIn(active, wanted.assignee!, ['body', 'assignee']).username
  }
  if (restricts) restrict(stored, settled, people)
  return settled
}

/** What a look-up asks for: the places that a task points at, and people by their folded names. */
type Asked = Pick<TaskSeen, 'org_id' | 'team_id' | 'sprint_id' | 'milestone_id' | 'goal_id'> & {
  names: string[]
}

/** The last look-up of a request, and what it asked: the tasks that are changed alike point at the same. */
const lookUps = new WeakMap<Context, { asked: string; found: Promise<Found> }>()

function lookUp(
  ctx: Context,
  { org_id, team_id, sprint_id, milestone_id, goal_id, names }: Asked,
): Promise<Found> {
  const asked = JSON.stringify([org_id, team_id, sprint_id, milestone_id, goal_id, names])
  const known = lookUps.get(ctx)
  if (known?.asked === asked) return known.found
  const statement = sql<Found>`
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
  lookUps.set(ctx, { asked, found })
  return found
}

const namesIn = (assignee: string | null, restricted: readonly string[]) =>
  [...restricted, ...(assignee === null ? [] : [assignee])].map(fold)

/**
 * Sends the look-up that a new task will need along with the locks on its places, behind which it has to stand, before it
 * is known that the task may be made.
 */
export function lookAhead(ctx: Context, orgId: string, body: TaskCreate): void {
  const {
    assignee = null,
    restricted_to,
    team_id = null,
    sprint_id = null,
    milestone_id = null,
    goal_id = null,
  } = body
  const names = namesIn(assignee, restricted_to ?? [])
  if (names.length > 0 || team_id !== null || sprint_id !== null || milestone_id !== null || goal_id !== null)
    ctx.later(lookUp(ctx, { org_id: orgId, team_id, sprint_id, milestone_id, goal_id, names }))
}

/**
 * Requires that a new team, sprint, milestone or goal fits the task, and clears a sprint or milestone that fits no
 * longer.
 */
function fitContainers(ctx: Context, stored: TaskSeen, settled: TaskSeen, found: Found): void {
  const guest = ctx.caller.memberOf(settled.org_id).role === 'guest'
  const joined = found.joined ?? {}
  const seesTeam = (team: string) => !guest || team in joined
  if (isNew(stored, settled, 'team_id') && (found.team === null || !seesTeam(found.team)))
    throw unknownReference(['body', 'team_id'], 'team')
  settled.my_team_role = settled.team_id === null ? null : (joined[settled.team_id] ?? null)

  const fits = (team: string | undefined | null) =>
    team != null && (team === settled.team_id || team === settled.project_team_id)
  const sprintTeam = found.sprint?.team_id
  if (isNew(stored, settled, 'sprint_id')) {
    if (!fits(sprintTeam) || !seesTeam(sprintTeam!)) throw unknownReference(['body', 'sprint_id'], 'sprint')
    if (found.sprint!.status === 'completed')
      throw conflict('The sprint is completed: nothing is put into it.')
  } else if (!fits(sprintTeam) && teamsDiffer(stored, settled)) settled.sprint_id = null
  const team = found.milestone_team
  if (isNew(stored, settled, 'milestone_id')) {
    if (!fits(team) || !seesTeam(team!)) throw unknownReference(['body', 'milestone_id'], 'milestone')
  } else if (!fits(team) && teamsDiffer(stored, settled)) settled.milestone_id = null
  if (isNew(stored, settled, 'goal_id') && (found.goal_project ?? '') !== settled.project_id)
    throw unknownReference(['body', 'goal_id'], 'goal')
}

/** Whom a task is restricted to already: they stay named although they may have left since. */
const restrictedPeople = (stored: TaskSeen) =>
  new Map<string, Person>(
    stored.restricted_to.map((username, i) => [
      fold(username),
      { username, user_id: stored.restricted_to_user_ids[i]! },
    ]),
  )

function restrict(stored: TaskSeen, settled: TaskSeen, people: Map<string, Person>): void {
  const named = settled.restricted_to.map((name, i) => personIn(people, name, ['body', 'restricted_to', i]))
  const ids = [...new Set(named.map((person) => person.user_id))]
  const before = stored.restricted_to_user_ids
  const same = ids.length === before.length && ids.every((id) => before.includes(id))
  settled.restricted_to_user_ids = same ? before : ids
  settled.restricted_to = same
    ? stored.restricted_to
    : ids.map((id) => named.find((person) => person.user_id === id)!.username)
  settled.restricted = ids.length > 0
}

function personIn(people: Map<string, Person>, name: string, loc: (string | number)[]): Person {
  const person = people.get(fold(name))
  if (!person) throw unknownReference(loc, 'active member')
  return person
}
