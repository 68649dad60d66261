import type { Task, TaskComment } from '@svc/sdk'
import { data } from '../data/current.ts'
import type { About, Inverse } from '../data/data.ts'
import { task as messages } from '../messages/task.ts'
import { readersOf } from './mention.ts'
import { mentionsIn } from './mention-text.ts'
import { myUsername } from './people.ts'

const toRef = (id: string): About => ({ kind: 'taskComments', id })

function buildComment(task_id: string, content: string, parent_comment_id: string | null): TaskComment {
  return {
    comment_id: data().newId(),
    task_id,
    task_title: null,
    created_by: myUsername(),
    comment: content,
    content,
    parent_comment_id,
    org_id: data().org,
    created_at: new Date().toISOString(),
    updated_at: null,
    mentions: null,
    replies: [],
    version: 0,
  }
}

export function sendComment(task: Task, content: string, parent?: TaskComment): void {
  const comment = buildComment(task.task_id, content, parent?.comment_id ?? null)
  const mentions = mentionsIn(content, readersOf(task)).map((username) => ({ username }))
  data().write({
    ...(parent
      ? { call: 'taskComments.reply', args: [{ content, parent_comment_id: parent.comment_id }] }
      : { call: 'taskComments.create', args: [{ task_id: task.task_id, content }] }),
    queue: `comments of ${task.task_id}`,
    about: toRef(comment.comment_id),
    shown: { ...toRef(comment.comment_id), made: { ...comment, mentions } },
    said: messages.commented(task.title),
  })
}

export function changeComment({ comment_id: id, content: previous }: TaskComment, content: string): void {
  const buildMutation = (text: string): Inverse => ({
    call: 'taskComments.update',
    args: [id, { content: text }],
    about: toRef(id),
    shown: { ...toRef(id), patch: { content: text, comment: text } },
    said: messages.editedComment,
  })
  data().write({ ...buildMutation(content), undo: buildMutation(previous ?? '') })
}

/** Deletes a comment. A comment with replies stays in the thread, without author and text. */
export function removeComment({ comment_id: id, replies }: TaskComment): void {
  const patch =
    replies.length > 0
      ? { patch: { content: null, comment: null, created_by: null } }
      : { gone: true as const }
  data().write({
    call: 'taskComments.delete',
    args: [id],
    about: toRef(id),
    shown: { ...toRef(id), ...patch },
    said: messages.deletedComment,
  })
}
