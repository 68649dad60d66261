import { useSignal } from '@preact/signals'
import type { Task, TaskComment } from '@svc/sdk'
import { commonTexts } from '../../messages/common.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { CommentForm } from './comment-form.tsx'
import { updateComment, deleteComment, createComment } from './comment-mutations.ts'
import { Markdown } from '../../components/markdown.tsx'
import { RowButton } from '../../components/popover-button.tsx'
import { getMembers } from '../members/members.ts'
import { canDeleteComment, canEditComment } from '../tasks/task-permissions.ts'
import './comment.css'

interface Props {
  task: Task
  comment: TaskComment
}

export function Comment({ task, comment }: Props) {
  const { comment_id: id, replies } = comment
  return (
    <li class="comment" id={`comment-${id}`} tabIndex={-1}>
      {comment.content === null ? (
        <p class="comment-deleted">{messages.commentGone}</p>
      ) : (
        <CommentContent task={task} comment={comment} />
      )}
      {replies.length > 0 && (
        <ol class="comment-replies">
          {replies.map((reply) => (
            <Comment key={reply.comment_id} task={task} comment={reply} />
          ))}
        </ol>
      )}
    </li>
  )
}

function CommentContent({ task, comment }: Props) {
  const mode = useSignal<'edit' | 'reply' | undefined>(undefined)
  const name = comment.created_by ?? ''
  const stop = () => void (mode.value = undefined)
  const start = (next: 'edit' | 'reply') => void (mode.value = next)
  const andStop = (send: (text: string) => void) => (text: string) => {
    send(text)
    stop()
  }
  return (
    <>
      <div class="comment-main">
        <Avatar name={name} id={getMembers().byUsername.get(name)?.user_id ?? name} size={24} />
        <Head comment={comment} />
        <Actions task={task} comment={comment} start={start} />
        {mode.value !== 'edit' && <Body comment={comment} />}
      </div>
      {mode.value === 'edit' && (
        <CommentForm
          {...{ task, label: messages.edit, action: messages.save, onCancel: stop }}
          draft={`edit:${comment.comment_id}`}
          initialText={comment.content ?? ''}
          onSend={andStop((text) => updateComment(comment, text))}
        />
      )}
      {mode.value === 'reply' && (
        <CommentForm
          {...{ task, label: messages.replyTo(name), action: messages.reply, onCancel: stop }}
          draft={`reply:${comment.comment_id}`}
          onSend={andStop((text) => createComment(task, text, comment))}
        />
      )}
    </>
  )
}

function Head({ comment }: { comment: TaskComment }) {
  const { created_by, created_at, updated_at } = comment
  return (
    <p class="comment-head">
      <bdi class="comment-author">{created_by}</bdi>
      {created_at && <RelativeTime at={created_at} />}
      {updated_at !== null && created_at !== null && updated_at > created_at && <span>{messages.edited}</span>}
    </p>
  )
}

function Body({ comment }: { comment: TaskComment }) {
  const tick = (text: string) => updateComment(comment, text)
  const mentioned = comment.mentions?.flatMap(({ username }) => username ?? [])
  return (
    <div class="comment-body">
      <Markdown text={comment.content ?? ''} mentions={mentioned} onTick={canEditComment(comment) ? tick : undefined} />
    </div>
  )
}

function Actions({ task, comment, start }: Props & { start: (next: 'edit' | 'reply') => void }) {
  const isConfirming = useSignal(false)
  const setConfirming = (open: boolean) => () => void (isConfirming.value = open)
  return (
    <div class="comment-actions">
      <RowButton icon="reply" title={messages.reply} onClick={() => start('reply')} />
      {canEditComment(comment) && <RowButton icon="edit" title={messages.edit} onClick={() => start('edit')} />}
      {canDeleteComment(comment, task) && (
        <RowButton icon="trash" title={messages.remove} onClick={setConfirming(true)} />
      )}
      {isConfirming.value && <DeleteDialog comment={comment} close={setConfirming(false)} />}
    </div>
  )
}

function DeleteDialog({ comment, close }: { comment: TaskComment; close: () => void }) {
  const remove = () => {
    close()
    deleteComment(comment)
  }
  const actions = (
    <>
      <Button onClick={close}>{commonTexts.cancel}</Button>
      <Button kind="danger" onClick={remove}>
        {messages.remove}
      </Button>
    </>
  )
  return (
    <Dialog title={messages.deleteComment} open onClose={close} actions={actions}>
      <p>{messages.deleteCommentHint}</p>
    </Dialog>
  )
}
