import type { TaskSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { projectPageTexts as messages } from '../../messages/project-page.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { formatRelativeTime } from '../../components/util/dates.ts'
import { runAction } from '../settings/kit/action-problem.tsx'
import { SettingsItem } from '../settings/kit/settings-item.tsx'

export function DeletedTasks({ projectId }: { projectId: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <section class="settings-section">
      <h2>{messages.deleted}</h2>
      <p class="settings-hint">{messages.deletedHint}</p>
      {isShown ? (
        <DeletedList projectId={projectId} />
      ) : (
        <div class="settings-row">
          <Button onClick={() => setShown(true)}>{messages.showDeleted}</Button>
        </div>
      )}
    </section>
  )
}

function DeletedList({ projectId }: { projectId: string }) {
  const { value, problem, refetch } = useQuery(`deleted ${projectId}`, (svc) =>
    svc.tasks.list({ filter: { deleted: true, project: projectId }, limit: 100 }),
  )
  const restore = async ({ task_id, title }: TaskSummary) => {
    await runAction(() => createApiClient(getStore().org).tasks.restore(task_id), { text: messages.restored(title) })
    getStore().notifyChanged('tasks')
    refetch()
  }
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return <Skeleton rows={3} height={52} />
  if (value.data.length === 0) return <p class="settings-hint">{messages.noDeleted}</p>
  return (
    <ul class="settings-list">
      {value.data.map((task) => (
        <SettingsItem
          key={task.task_id}
          title={task.title}
          facts={[task.deleted_at && messages.deletedAt(formatRelativeTime(task.deleted_at))]}
        >
          <Button onClick={() => void restore(task)}>{messages.restore}</Button>
        </SettingsItem>
      ))}
    </ul>
  )
}
