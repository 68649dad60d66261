import type { ProjectRole } from './rows.ts'

/** Somebody of the organization. */
export interface Person {
  user_id: string
  username: string
}

/** An active member of a project. */
export interface TeamMember extends Person {
  project_role: ProjectRole
}

/** How one person's place in a project changes; null stands for no place in it. */
export interface TeamChange extends Person {
  from: ProjectRole | null
  to: ProjectRole | null
}

/**
 * What becomes of a project's team when its primary owner changes (the one before stays on as an editor) or its
 * members are named anew (the missing ones join as editors, those left out go, owners stay).
 */
export function changeTeam(
  team: readonly TeamMember[],
  primary: string | null,
  wanted: { owner: Person | null; members: readonly Person[] | null },
): TeamChange[] {
  const roles = new Map<string, ProjectRole>(team.map((member) => [member.user_id, member.project_role]))
  const { owner, members } = wanted
  if (owner && owner.username !== primary) {
    const previous = team.find((member) => member.username === primary && member.project_role === 'owner')
    if (previous) roles.set(previous.user_id, 'editor')
    roles.set(owner.user_id, 'owner')
  }
  if (members) {
    const named = new Set(members.map((person) => person.user_id))
    for (const [id, role] of roles) if (role !== 'owner' && !named.has(id)) roles.delete(id)
    for (const id of named) if (!roles.has(id)) roles.set(id, 'editor')
  }
  const people = new Map(
    [...team, ...(members ?? []), ...(owner ? [owner] : [])].map((one) => [one.user_id, one]),
  )
  const before = new Map(team.map((member) => [member.user_id, member.project_role]))
  return [...people.values()]
    .map(({ user_id, username }) => ({
      user_id,
      username,
      from: before.get(user_id) ?? null,
      to: roles.get(user_id) ?? null,
    }))
    .filter(({ from, to }) => from !== to)
}
