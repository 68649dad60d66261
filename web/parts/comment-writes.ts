import type { Task, TaskComment } from '@svc/sdk'
import { data } from '../data/current.ts'
import type { About } from '../data/data.ts'
import { task as messages } from '../messages/task.ts'
import { readersOf } from './mention.ts'
import { mentionsIn } from './mention-text.ts'
import { myUsername } from './people.ts'

/* What is written about comments. The store keeps answers as rows of their own and puts them below what they answer. */

const about = (id: string): About => ({ kind: 'taskComments', id })

function madeComment(task_id: string, content: string, parent_comment_id: string | null): TaskComment {
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

export function sendComment(task: Task, content: string): void {
  const made = madeComment(task.task_id, content, null)
  const mentions = mentionsIn(content, readersOf(task)).map((username) => ({ username }))
  data().write({
    call: 'taskComments.create',
    queue: `comments of ${task.task_id}`,
    args: [{ task_id: task.task_id, content }],
    about: about(made.comment_id),
    shown: { ...about(made.comment_id), made: { ...made, mentions } },
    said: messages.commented(task.title),
  })
}

export function sendReply(task: Task, parent: TaskComment, content: string): void {
  const made = madeComment(task.task_id, content, parent.comment_id)
  const mentions = mentionsIn(content, readersOf(task)).map((username) => ({ username }))
  data().write({
    call: 'taskComments.reply',
    queue: `comments of ${task.task_id}`,
    args: [{ content, parent_comment_id: parent.comment_id }],
    about: about(made.comment_id),
    shown: { ...about(made.comment_id), made: { ...made, mentions } },
    said: messages.commented(task.title),
  })
}

export function changeComment({ comment_id: id, content: was }: TaskComment, content: string): void {
  const step = (text: string) => ({
    call: 'taskComments.update',
    args: [id, { content: text }],
    about: about(id),
    shown: { ...about(id), patch: { content: text, comment: text } },
    said: messages.editedComment,
  })
  data().write({ ...step(content), undo: step(was ?? '') })
}

/** What was answered stays in its place, without author and text; the rest goes. */
export function removeComment({ comment_id: id, replies }: TaskComment): void {
  const shown =
    replies.length > 0
      ? { patch: { content: null, comment: null, created_by: null } }
      : { gone: true as const }
  data().write({
    call: 'taskComments.delete',
    args: [id],
    about: about(id),
    shown: { ...about(id), ...shown },
    said: messages.deletedComment,
  })
}
