import type { ProjectRole } from '../projects/policy.ts'
import type { deprecatedProjectRoles } from './schema.ts'

type DeprecatedRole = (typeof deprecatedProjectRoles)[number]

const deprecatedNames: Record<ProjectRole, DeprecatedRole> = { owner: 'owner', editor: 'admin', viewer: 'member' }
const rolesByDeprecatedName: Record<DeprecatedRole, ProjectRole> = { owner: 'owner', admin: 'editor', member: 'viewer' }

export const toDeprecatedRole = (role: ProjectRole): DeprecatedRole => deprecatedNames[role]

export const parseProjectRole = (name: ProjectRole | DeprecatedRole): ProjectRole =>
  name in rolesByDeprecatedName ? rolesByDeprecatedName[name as DeprecatedRole] : (name as ProjectRole)

/** Returns the role in a body, or null; `project_role` takes precedence over the deprecated `role`. */
export const parseRequestedRole = (body: {
  role?: DeprecatedRole | null
  project_role?: ProjectRole | null
}): ProjectRole | null => body.project_role ?? (body.role ? rolesByDeprecatedName[body.role] : null)
