import type { Task, TaskComment } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import type { RowRef, InverseMutation } from '../../store/types.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { listMentionableUsernames } from './mentionable-users.ts'
import { findMentions } from '../../components/find-mentions.ts'
import { getMyUsername } from '../members/members.ts'

const toRef = (id: string): RowRef => ({ kind: 'taskComments', id })

function buildComment(task_id: string, content: string, parent_comment_id: string | null): TaskComment {
  return {
    comment_id: getStore().createTemporaryId(),
    task_id,
    task_title: null,
    created_by: getMyUsername(),
    comment: content,
    content,
    parent_comment_id,
    org_id: getStore().org,
    created_at: new Date().toISOString(),
    updated_at: null,
    mentions: null,
    replies: [],
    version: 0,
  }
}

export function createComment(task: Task, content: string, parent?: TaskComment): void {
  const comment = buildComment(task.task_id, content, parent?.comment_id ?? null)
  const mentions = findMentions(content, listMentionableUsernames(task)).map((username) => ({ username }))
  getStore().mutate({
    ...(parent
      ? { method: 'taskComments.reply', args: [{ content, parent_comment_id: parent.comment_id }] }
      : { method: 'taskComments.create', args: [{ task_id: task.task_id, content }] }),
    queue: `comments of ${task.task_id}`,
    rows: toRef(comment.comment_id),
    optimisticPatches: { type: 'create', ...toRef(comment.comment_id), row: { ...comment, mentions } },
    label: messages.commented(task.title),
  })
}

export function updateComment({ comment_id: id, content: previous }: TaskComment, content: string): void {
  const buildMutation = (text: string): InverseMutation => ({
    method: 'taskComments.update',
    args: [id, { content: text }],
    rows: toRef(id),
    optimisticPatches: { type: 'patch', ...toRef(id), patch: { content: text, comment: text } },
    label: messages.editedComment,
  })
  getStore().mutate({ ...buildMutation(content), inverse: buildMutation(previous ?? '') })
}

/** Deletes a comment. A comment with replies stays in the thread, without author and text. */
export function deleteComment({ comment_id: id, replies }: TaskComment): void {
  const patch =
    replies.length > 0
      ? { type: 'patch' as const, patch: { content: null, comment: null, created_by: null } }
      : { type: 'delete' as const }
  getStore().mutate({
    method: 'taskComments.delete',
    args: [id],
    rows: toRef(id),
    optimisticPatches: { ...toRef(id), ...patch },
    label: messages.deletedComment,
  })
}
