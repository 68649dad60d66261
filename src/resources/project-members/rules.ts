import { invalid } from '../../kernel/problem.ts'
import type { ProjectRole } from '../projects/access.ts'
import type { olderRoles } from './schemas.ts'

type OlderRole = (typeof olderRoles)[number]

const olderNames: Record<ProjectRole, OlderRole> = { owner: 'owner', editor: 'admin', viewer: 'member' }
const roles: Record<OlderRole, ProjectRole> = { owner: 'owner', admin: 'editor', member: 'viewer' }

/** The older name of a role. */
export const olderRoleOf = (role: ProjectRole): OlderRole => olderNames[role]

/** The role that either vocabulary names. */
export const roleNamed = (name: ProjectRole | OlderRole): ProjectRole =>
  name in roles ? roles[name as OlderRole] : (name as ProjectRole)

/**
 * The role a body asks for, by either field; null when by none. Who reads a member, changes one of the two and sends
 * both back means the one that changed; two different wishes are 422.
 */
export function askedRole(
  body: { role?: OlderRole | null; project_role?: ProjectRole | null },
  current: ProjectRole | null,
): ProjectRole | null {
  const wishes = [body.project_role ?? null, body.role ? roles[body.role] : null]
  const [wish, other] = wishes.filter((role) => role !== null && role !== current)
  if (wish && other && wish !== other)
    throw invalid(
      ['body', 'role'],
      `means ${other}, but project_role says ${wish}: send one of them`,
      'mismatch',
    )
  return wish ?? null
}
