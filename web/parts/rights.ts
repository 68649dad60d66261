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
export const mayEditProject = (project: ProjectSummary): boolean => editsProject(project) === true

/** The same; undefined until it is known. */
function editsProject(project: ProjectSummary): boolean | undefined {
  if (isOrgAdmin()) return true
  const mine = myUsername()
  if (mine === null || !project.team_members.includes(mine)) return false
  if (project.leads.some(({ username }) => username === mine)) return true
  const members = data().all('projectMembers', undefined, [project.project_id]).value
  return members && editorRoles.includes(members.find(({ username }) => username === mine)?.project_role)
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

/**
 * Whether what is added at a place is to go there. It is so until it is known that the person may not: a task must not land
 * elsewhere because an answer is still on its way, and a refusal is shown with all that was written.
 */
export function goesTo(place: Place): boolean {
  if (place.kind !== 'project') return mayAddTasks()
  const projects = data().all('projects').value
  if (projects === undefined) return true
  const project = projects.find(({ project_id }) => project_id === place.id)
  return project !== undefined && editsProject(project) !== false
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
