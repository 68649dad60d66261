import { useSignal } from '@preact/signals'
import type { Task, TaskComment } from '@svc/sdk'
import { texts } from '../messages/en.ts'
import { task as messages } from '../messages/task.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Ago } from '../ui/ago.tsx'
import { CommentForm } from './comment-form.tsx'
import { changeComment, removeComment, sendReply } from './comment-writes.ts'
import { Markdown } from './markdown.tsx'
import { RowButton } from './opener.tsx'
import { people } from './people.ts'
import { mayDeleteComment, mayEditComment } from './task-rights.ts'
import './comment.css'

interface Props {
  task: Task
  comment: TaskComment
}

/** A comment with its replies below it. What was deleted and answered is kept as a place. */
export function Comment({ task, comment }: Props) {
  const { comment_id: id, replies } = comment
  return (
    <li class="comment" id={`comment-${id}`} tabIndex={-1}>
      {comment.content === null ? (
        <p class="comment-gone">{messages.commentGone}</p>
      ) : (
        <Said task={task} comment={comment} />
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

function Said({ task, comment }: Props) {
  const doing = useSignal<'edit' | 'reply' | undefined>(undefined)
  const name = comment.created_by ?? ''
  const stop = () => void (doing.value = undefined)
  const start = (what: 'edit' | 'reply') => void (doing.value = what)
  const then = (act: (text: string) => void) => (text: string) => {
    act(text)
    stop()
  }
  return (
    <>
      <div class="comment-said">
        <Avatar name={name} id={people().byUsername.get(name)?.user_id ?? name} size={24} />
        <Head comment={comment} />
        <Actions task={task} comment={comment} start={start} />
        {doing.value !== 'edit' && <Body comment={comment} />}
      </div>
      {doing.value === 'edit' && (
        <CommentForm
          {...{ task, label: messages.edit, action: messages.save, onCancel: stop }}
          draft={`edit:${comment.comment_id}`}
          begin={comment.content ?? ''}
          onSend={then((text) => changeComment(comment, text))}
        />
      )}
      {doing.value === 'reply' && (
        <CommentForm
          {...{ task, label: messages.replyTo(name), action: messages.reply, onCancel: stop }}
          draft={`reply:${comment.comment_id}`}
          onSend={then((text) => sendReply(task, comment, text))}
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
      {created_at && <Ago at={created_at} />}
      {updated_at !== null && created_at !== null && updated_at > created_at && (
        <span>{messages.edited}</span>
      )}
    </p>
  )
}

function Body({ comment }: { comment: TaskComment }) {
  const mentioned = comment.mentions?.flatMap(({ username }) => username ?? [])
  return (
    <div class="comment-body">
      <Markdown text={comment.content ?? ''} mentions={mentioned} />
    </div>
  )
}

function Actions({ task, comment, start }: Props & { start: (what: 'edit' | 'reply') => void }) {
  const asking = useSignal(false)
  const ask = (open: boolean) => () => void (asking.value = open)
  return (
    <div class="comment-actions">
      <RowButton icon="reply" title={messages.reply} onClick={() => start('reply')} />
      {mayEditComment(comment) && (
        <RowButton icon="edit" title={messages.edit} onClick={() => start('edit')} />
      )}
      {mayDeleteComment(comment, task) && (
        <RowButton icon="trash" title={messages.remove} onClick={ask(true)} />
      )}
      {asking.value && <AskToRemove comment={comment} close={ask(false)} />}
    </div>
  )
}

function AskToRemove({ comment, close }: { comment: TaskComment; close: () => void }) {
  const remove = () => {
    close()
    removeComment(comment)
  }
  const actions = (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
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
