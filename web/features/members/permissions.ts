import type { OrganizationRole, ProjectRole, ProjectSummary } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import type { TaskContainer } from '../views/view-query.ts'
import { getMyUsername } from './members.ts'

const adminRoles: readonly (OrganizationRole | undefined)[] = ['owner', 'admin']
const editorRoles: readonly (ProjectRole | null | undefined)[] = ['owner', 'editor']

export const getMyOrgRole = (): OrganizationRole | undefined =>
  getStore().me.value.organizations.find(({ org_id }) => org_id === getStore().org)?.role

export const isOrgAdmin = (): boolean => adminRoles.includes(getMyOrgRole())

/** Returns whether the user can edit a project. Roles are loaded only for projects of which they are a member. */
export const canEditProject = (project: ProjectSummary): boolean => findEditAccess(project) === true

export const findProject = (id: string | null): ProjectSummary | undefined =>
  id === null
    ? undefined
    : getStore()
        .all('projects')
        .value?.find(({ project_id }) => project_id === id)

/** Returns the same as `canEditProject`, or undefined while the members are loading. */
function findEditAccess(project: ProjectSummary): boolean | undefined {
  if (isOrgAdmin()) return true
  const myName = getMyUsername()
  if (myName === null || !project.team_members.includes(myName)) return false
  if (project.leads.some(({ username }) => username === myName)) return true
  const members = getStore().all('projectMembers', { project_id: project.project_id }).value
  return members && editorRoles.includes(members.find(({ username }) => username === myName)?.project_role)
}

export const listEditableProjects = (): ProjectSummary[] =>
  (getStore().all('projects').value ?? []).filter(canEditProject)

/** Returns whether the user is a guest, who cannot create projects or tasks outside of projects. */
export const isGuest = (): boolean => getMyOrgRole() === 'guest'

export const canAddTasks = (): boolean => !isGuest() || listEditableProjects().length > 0

export function canAddTasksTo(container: TaskContainer): boolean {
  if (container.kind !== 'project') return canAddTasks()
  return listEditableProjects().some(({ project_id }) => project_id === container.id)
}

/** Returns true while permissions load: a slow response must not send a task elsewhere. */
export function isQuickAddTarget(container: TaskContainer): boolean {
  if (container.kind !== 'project') return canAddTasks()
  const projects = getStore().all('projects').value
  if (projects === undefined) return true
  const project = projects.find(({ project_id }) => project_id === container.id)
  return project !== undefined && findEditAccess(project) !== false
}

/** Returns whether the user is an owner of the project, or an organization admin. */
export function isProjectOwner(projectId: string | null): boolean {
  const leads = findProject(projectId)?.leads ?? []
  return isOrgAdmin() || leads.some(({ username }) => username === getMyUsername())
}

export function canArrangeSections(container: TaskContainer): boolean {
  if (container.kind === 'project') {
    const project = findProject(container.id)
    return project !== undefined && canEditProject(project)
  }
  if (container.kind !== 'team') return true
  const team = getStore()
    .all('teams')
    .value?.find(({ team_id }) => team_id === container.id)
  return isOrgAdmin() || team?.team_role === 'owner'
}
