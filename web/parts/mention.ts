import type { OrganizationMember, Task } from '@svc/sdk'
import { data } from '../data/current.ts'
import { people } from './people.ts'

/** What is being mentioned where the caret stands: the text after an @ that begins a word. */
export function mentionAt(text: string, caret: number): { from: number; query: string } | undefined {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || /[\p{L}\p{N}]/u.test(before[at - 1] ?? '')) return undefined
  const query = before.slice(at + 1)
  return /^[^\s@]{0,60}$/.test(query) ? { from: at, query } : undefined
}

/** The names among `known` that a text mentions: each @name that is not the beginning of a longer known name. */
export function mentionsIn(text: string, known: readonly string[]): string[] {
  const byLength = [...known].sort((a, b) => b.length - a.length)
  const found = new Set<string>()
  let rest = text
  for (const name of byLength) {
    if (!rest.includes(`@${name}`)) continue
    found.add(name)
    // What was found is taken out, so that @ada is not found in @ada.l.
    rest = rest.replaceAll(`@${name}`, ' ')
  }
  return [...found]
}

const admins = ['owner', 'admin']

/**
 * The usernames of those who can read a task and so may be mentioned in it, as far as the page knows. The server has the last
 * word: it refuses a mention of anybody else.
 */
export function readersOf(task: Task): string[] {
  const project = task.project_id === null ? null : data().row('projects', task.project_id).value
  const members =
    task.project_id === null ? [] : (data().all('projectMembers', {}, [task.project_id]).value ?? [])
  const inProject = new Set(members.map(({ user_id }) => user_id))
  const leads = new Set(project?.leads.map(({ user_id }) => user_id))
  const isPlaced = ({ user_id, username, role }: OrganizationMember) => {
    if (task.project_id !== null)
      return inProject.has(user_id) || (project?.visibility === 'public' && role !== 'guest')
    return task.team_id !== null ? role !== 'guest' : [task.created_by, task.assignee].includes(username)
  }
  const isLetIn = ({ user_id, username }: OrganizationMember) =>
    task.restricted_to.length === 0 || leads.has(user_id) || task.restricted_to.includes(username ?? '')
  return people()
    .active.filter((one) => admins.includes(one.role ?? '') || (isPlaced(one) && isLetIn(one)))
    .flatMap(({ username }) => username ?? [])
}
