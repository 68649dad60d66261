import { useSignal } from '@preact/signals'
import type { Task, TaskHistoryEntry } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { getApiClient, useQuery } from '../../store/use-query.ts'
import { CommentForm } from '../comments/comment-form.tsx'
import { createComment } from '../comments/comment-mutations.ts'
import { Comment } from '../comments/comment.tsx'
import { HistoryEntry } from '../history/history-entry.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { uploadAttachments } from './uploads.ts'

export function TaskActivity({ task }: { task: Task }) {
  const tab = useSignal<'comments' | 'history'>('comments')
  return (
    <section class="task-section" aria-label={messages.comments}>
      <div class="task-tabs" role="group" aria-label={messages.activity}>
        <Button
          kind="quiet"
          small
          icon="comment"
          pressed={tab.value === 'comments'}
          onClick={() => void (tab.value = 'comments')}
        >
          {messages.comments}
        </Button>
        <Button
          kind="quiet"
          small
          icon="history"
          pressed={tab.value === 'history'}
          onClick={() => void (tab.value = 'history')}
        >
          {messages.history}
        </Button>
      </div>
      {tab.value === 'comments' ? <Comments task={task} /> : <History task={task} />}
    </section>
  )
}

function Comments({ task }: { task: Task }) {
  const threads = getStore().all('taskComments', { task_id: task.task_id }).value
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
        onSend={(text) => createComment(task, text)}
        onFiles={(files, insert) => uploadAttachments(task, files, insert)}
      />
    </>
  )
}

const PAGE_SIZE = 50

function History({ task }: { task: Task }) {
  const { task_id } = task
  const olderEntries = useSignal<TaskHistoryEntry[]>([])
  const cursor = useSignal<string | null | undefined>(undefined)
  const firstPage = useQuery(`history ${task_id} ${task.updated_at}`, async (svc) => {
    const page = await svc.taskHistory.list({ task_id, limit: PAGE_SIZE })
    olderEntries.value = []
    cursor.value = page.next_cursor
    return page.data
  })
  const loadOlder = async () => {
    const page = await getApiClient().taskHistory.list({ task_id, limit: PAGE_SIZE, cursor: cursor.value! })
    olderEntries.value = [...olderEntries.value, ...page.data]
    cursor.value = page.next_cursor
  }
  if (firstPage.problem && !firstPage.value)
    return <ErrorMessage problem={firstPage.problem} retry={firstPage.refetch} />
  if (!firstPage.value) return <Skeleton rows={4} height={32} />
  if (firstPage.value.length === 0) return <p class="task-hint">{messages.noHistory}</p>
  return (
    <>
      <ol class="task-history">
        {[...firstPage.value, ...olderEntries.value].map((entry) => (
          <HistoryEntry key={entry.history_id} entry={entry} />
        ))}
      </ol>
      {cursor.value && (
        <Button kind="quiet" small onClick={() => void loadOlder()}>
          {messages.moreHistory}
        </Button>
      )}
    </>
  )
}
