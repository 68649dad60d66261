import type { Task, TaskAttachment, TaskComment } from '@svc/sdk'
import { data } from '../data/current.ts'
import { myUsername } from './people.ts'
import { isOrgAdmin, mayEditProject, myRole } from './rights.ts'

/*
 * What the person may do with a task, so that nothing is offered that would be refused. `has_edit_access` is the server's own
 * word; where it says none, these follow what the document says of each operation. Each reads signals, and is called where
 * something is drawn.
 */

const projectOf = ({ project_id }: Task) =>
  project_id === null
    ? undefined
    : data()
        .all('projects')
        .value?.find((one) => one.project_id === project_id)

function mayFill(task: Task): boolean {
  const project = projectOf(task)
  return project !== undefined && mayEditProject(project)
}

/** Its creator, editors of its project and org admins delete a task, and restore it. */
export const mayDeleteTask = (task: Task): boolean =>
  isOrgAdmin() || (task.created_by !== null && task.created_by === myUsername()) || mayFill(task)

/** Making a subtask is making a task where its parent lies, and a change of the parent. */
export const mayAddSubtask = (task: Task): boolean =>
  task.has_edit_access && (task.project_id === null ? myRole() !== 'guest' : mayFill(task))

export const mayEditComment = (comment: TaskComment): boolean =>
  comment.created_by !== null && comment.created_by === myUsername()

export const mayDeleteComment = (comment: TaskComment, task: Task): boolean =>
  mayEditComment(comment) ||
  isOrgAdmin() ||
  Boolean(projectOf(task)?.leads.some(({ username }) => username !== null && username === myUsername()))

export const mayDeleteFile = (file: TaskAttachment, task: Task): boolean =>
  isOrgAdmin() || (file.uploaded_by !== null && file.uploaded_by === myUsername()) || mayFill(task)
