import type { Task, TaskAttachment, TaskComment } from '@svc/sdk'
import { getMyUsername } from '../members/members.ts'
import { findProject, isOrgAdmin, canEditProject, getMyOrgRole } from '../members/permissions.ts'

function canEditTaskProject(task: Task): boolean {
  const project = findProject(task.project_id)
  return project !== undefined && canEditProject(project)
}

export const canDeleteTask = (task: Task): boolean =>
  isOrgAdmin() || (task.created_by !== null && task.created_by === getMyUsername()) || canEditTaskProject(task)

export const canAddSubtask = (task: Task): boolean =>
  task.has_edit_access && (task.project_id === null ? getMyOrgRole() !== 'guest' : canEditTaskProject(task))

export const canEditComment = (comment: TaskComment): boolean =>
  comment.created_by !== null && comment.created_by === getMyUsername()

export const canDeleteComment = (comment: TaskComment, task: Task): boolean =>
  canEditComment(comment) ||
  isOrgAdmin() ||
  Boolean(findProject(task.project_id)?.leads.some(({ username }) => username !== null && username === getMyUsername()))

export const canDeleteAttachment = (file: TaskAttachment, task: Task): boolean =>
  isOrgAdmin() || (file.uploaded_by !== null && file.uploaded_by === getMyUsername()) || canEditTaskProject(task)
