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
 * The role a body asks for; null when it asks for none. `project_role` wins, and the older `role` counts only alone.
 */
export const askedRole = (body: {
  role?: OlderRole | null
  project_role?: ProjectRole | null
}): ProjectRole | null => body.project_role ?? (body.role ? roles[body.role] : null)
