import type { Field, ProjectSummary } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { getMyUsername } from '../members/members.ts'
import { isOrgAdmin } from '../members/permissions.ts'

const ownsProject = ({ leads }: ProjectSummary): boolean => leads.some(({ username }) => username === getMyUsername())

/** Returns the projects whose fields the user can manage. */
export const listManagedProjects = (): ProjectSummary[] =>
  (getStore().all('projects').value ?? []).filter((project) => isOrgAdmin() || ownsProject(project))

/** Returns whether the user manages a field: admins manage all fields, others those of projects that they own. */
export function canManageField({ project_ids }: Field): boolean {
  if (isOrgAdmin()) return true
  const managed = new Set(listManagedProjects().map(({ project_id }) => project_id))
  return project_ids !== null && project_ids.every((id) => managed.has(id))
}

export const canManageFields = (): boolean => isOrgAdmin() || listManagedProjects().length > 0
