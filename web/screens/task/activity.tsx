import { useSignal } from '@preact/signals'
import type { Task, TaskHistoryEntry } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { api, useAsk } from '../../parts/ask.ts'
import { CommentForm } from '../../parts/comment-form.tsx'
import { sendComment } from '../../parts/comment-writes.ts'
import { Comment } from '../../parts/comment.tsx'
import { HistoryEntry } from '../../parts/history.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { attach } from './uploads.ts'

/** What people say about a task, and what happened to it. */
export function Activity({ task }: { task: Task }) {
  const shown = useSignal<'comments' | 'history'>('comments')
  return (
    <section class="task-section" aria-label={messages.comments}>
      <div class="task-tabs" role="group" aria-label={messages.activity}>
        <Button
          kind="quiet"
          small
          icon="comment"
          pressed={shown.value === 'comments'}
          onClick={() => void (shown.value = 'comments')}
        >
          {messages.comments}
        </Button>
        <Button
          kind="quiet"
          small
          icon="history"
          pressed={shown.value === 'history'}
          onClick={() => void (shown.value = 'history')}
        >
          {messages.history}
        </Button>
      </div>
      {shown.value === 'comments' ? <Comments task={task} /> : <History task={task} />}
    </section>
  )
}

function Comments({ task }: { task: Task }) {
  const threads = data().all('taskComments', { task_id: task.task_id }).value
  return (
    <>
      {threads === undefined ? (
        <Skeleton rows={2} height={48} />
      ) : (
        <ol class="task-comments">
          {threads.map((thread) => (
            <Comment key={thread.comment_id} task={task} comment={thread} />
          ))}
        </ol>
      )}
      <CommentForm
        task={task}
        draft={`comment:${task.task_id}`}
        label={messages.commentLabel}
        placeholder={messages.commentHint}
        action={messages.comment}
        onSend={(text) => sendComment(task, text)}
        onFiles={(files) => attach(task, files)}
      />
    </>
  )
}

const pageSize = 50

function History({ task }: { task: Task }) {
  const { task_id } = task
  const more = useSignal<TaskHistoryEntry[]>([])
  const cursor = useSignal<string | null | undefined>(undefined)
  const asked = useAsk(`history ${task_id} ${task.updated_at}`, async (svc) => {
    const page = await svc.taskHistory.list({ task_id, limit: pageSize })
    more.value = []
    cursor.value = page.next_cursor
    return page.data
  })
  const older = async () => {
    const page = await api().taskHistory.list({ task_id, limit: pageSize, cursor: cursor.value! })
    more.value = [...more.value, ...page.data]
    cursor.value = page.next_cursor
  }
  if (asked.problem && !asked.value) return <Failure problem={asked.problem} retry={asked.again} />
  if (!asked.value) return <Skeleton rows={4} height={32} />
  if (asked.value.length === 0) return <p class="task-hint">{messages.noHistory}</p>
  return (
    <>
      <ol class="task-history">
        {[...asked.value, ...more.value].map((entry) => (
          <HistoryEntry key={entry.history_id} entry={entry} />
        ))}
      </ol>
      {cursor.value && (
        <Button kind="quiet" small onClick={() => void older()}>
          {messages.moreHistory}
        </Button>
      )}
    </>
  )
}
