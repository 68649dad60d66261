import type { OrganizationRole, ProjectRole, ProjectSummary } from '@svc/sdk'
import { data } from '../data/current.ts'
import type { Place } from './filter-question.ts'
import { myUsername } from './people.ts'

const adminRoles: readonly (OrganizationRole | undefined)[] = ['owner', 'admin']
const editorRoles: readonly (ProjectRole | null | undefined)[] = ['owner', 'editor']

/** The person's role in the organization looked at. */
export const myRole = (): OrganizationRole | undefined =>
  data().me.value.organizations.find(({ org_id }) => org_id === data().org)?.role

export const isOrgAdmin = (): boolean => adminRoles.includes(myRole())

/**
 * Whether the person may change what lies in a project. Its card tells its owners and its members; which of the members are
 * editors is read only where the person is a member.
 */
export function mayEditProject(project: ProjectSummary): boolean {
  if (isOrgAdmin()) return true
  const mine = myUsername()
  if (mine === null || !project.team_members.includes(mine)) return false
  if (project.leads.some(({ username }) => username === mine)) return true
  const members = data().all('projectMembers', undefined, [project.project_id]).value
  return editorRoles.includes(members?.find(({ username }) => username === mine)?.project_role)
}

/** The projects into which the person may put tasks. */
export const editableProjects = (): ProjectSummary[] =>
  (data().all('projects').value ?? []).filter(mayEditProject)

/** Guests make nothing in the organization itself: no projects, and no tasks outside of projects. */
export const isGuest = (): boolean => myRole() === 'guest'

/** Whether there is anywhere that the person may put a task. */
export const mayAddTasks = (): boolean => !isGuest() || editableProjects().length > 0

/** Whether the person may put tasks into a place. */
export function mayAddTo(place: Place): boolean {
  if (place.kind !== 'project') return mayAddTasks()
  return editableProjects().some(({ project_id }) => project_id === place.id)
}

/** Whether the person may sort tasks into the sections of a place. */
export function mayArrange(place: Place): boolean {
  if (place.kind === 'project') {
    const project = data()
      .all('projects')
      .value?.find(({ project_id }) => project_id === place.id)
    return project !== undefined && mayEditProject(project)
  }
  if (place.kind !== 'team') return true
  const team = data()
    .all('teams')
    .value?.find(({ team_id }) => team_id === place.id)
  return isOrgAdmin() || team?.team_role === 'owner'
}
