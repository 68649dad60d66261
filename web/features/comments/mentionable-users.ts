import type { OrganizationMember, Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { getMembers } from '../members/members.ts'

const admins = ['owner', 'admin']

/** Lists the members who can read a task, as suggestions: the server decides whom a text mentions. */
export function listMentionableUsernames(task: Task): string[] {
  const project = task.project_id === null ? null : getStore().row('projects', task.project_id).value
  const members =
    task.project_id === null ? [] : (getStore().all('projectMembers', { project_id: task.project_id }).value ?? [])
  const inProject = new Set(members.map(({ user_id }) => user_id))
  const leads = new Set(project?.leads.map(({ user_id }) => user_id))
  const canReadContainer = ({ user_id, username, role }: OrganizationMember) => {
    if (task.project_id !== null)
      return inProject.has(user_id) || (project?.visibility === 'public' && role !== 'guest')
    return task.team_id !== null ? role !== 'guest' : [task.created_by, task.assignee].includes(username)
  }
  const isAllowed = ({ user_id, username }: OrganizationMember) =>
    task.restricted_to.length === 0 || leads.has(user_id) || task.restricted_to.includes(username ?? '')
  return getMembers()
    .active.filter((one) => admins.includes(one.role ?? '') || (canReadContainer(one) && isAllowed(one)))
    .flatMap(({ username }) => username ?? [])
}
