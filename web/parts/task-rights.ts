import type { Task, TaskAttachment, TaskComment } from '@svc/sdk'
import { myUsername } from './people.ts'
import { findProject, isOrgAdmin, mayEditProject, myRole } from './rights.ts'

/* Permissions of the user on a task, by the rules of each operation, so that the console offers only what the server allows. */

function canEditTaskProject(task: Task): boolean {
  const project = findProject(task.project_id)
  return project !== undefined && mayEditProject(project)
}

/** Returns whether the user can delete and restore a task: as its creator, project editor or organization admin. */
export const mayDeleteTask = (task: Task): boolean =>
  isOrgAdmin() || (task.created_by !== null && task.created_by === myUsername()) || canEditTaskProject(task)

/** Returns whether the user can add a subtask, which requires editing the parent and adding tasks to its container. */
export const mayAddSubtask = (task: Task): boolean =>
  task.has_edit_access && (task.project_id === null ? myRole() !== 'guest' : canEditTaskProject(task))

export const mayEditComment = (comment: TaskComment): boolean =>
  comment.created_by !== null && comment.created_by === myUsername()

export const mayDeleteComment = (comment: TaskComment, task: Task): boolean =>
  mayEditComment(comment) ||
  isOrgAdmin() ||
  Boolean(
    findProject(task.project_id)?.leads.some(
      ({ username }) => username !== null && username === myUsername(),
    ),
  )

export const mayDeleteFile = (file: TaskAttachment, task: Task): boolean =>
  isOrgAdmin() || (file.uploaded_by !== null && file.uploaded_by === myUsername()) || canEditTaskProject(task)
