import type { ProjectRole } from './rows.ts'

/** A member of the organization. */
export interface Person {
  user_id: string
  username: string
}

/** An active member of a project. */
export interface TeamMember extends Person {
  project_role: ProjectRole
}

/** A change of role in a project; null stands for no membership. */
export interface TeamChange extends Person {
  from: ProjectRole | null
  to: ProjectRole | null
}

/**
 * Computes the role changes for a new primary owner (the previous one becomes an editor) and a new list of members (new
 * ones join as editors, omitted ones are removed, owners stay).
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
    const memberIds = new Set(members.map((member) => member.user_id))
    for (const [id, role] of roles) if (role !== 'owner' && !memberIds.has(id)) roles.delete(id)
    for (const id of memberIds) if (!roles.has(id)) roles.set(id, 'editor')
  }
  const users = new Map(
    [...team, ...(members ?? []), ...(owner ? [owner] : [])].map((user) => [user.user_id, user]),
  )
  const before = new Map(team.map((member) => [member.user_id, member.project_role]))
  return [...users.values()]
    .map(({ user_id, username }) => ({
      user_id,
      username,
      from: before.get(user_id) ?? null,
      to: roles.get(user_id) ?? null,
    }))
    .filter(({ from, to }) => from !== to)
}
