import type { InverseMutation } from '../../store/types.ts'
import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages, watchReasons } from '../../messages/task.ts'
import { useQuery } from '../../store/use-query.ts'
import { Button } from '../../components/button.tsx'

export function WatchButton({ task }: { task: Task }) {
  // Commenting on a task starts watching it, so the state is loaded again after each comment.
  const comments = getStore().all('taskComments', { task_id: task.task_id }).value ?? []
  const query = useQuery(`watch ${task.task_id} ${comments.at(-1)?.comment_id}`, (svc) =>
    svc.taskWatchers.read(task.task_id),
  )
  const pending = useSignal<boolean | undefined>(undefined)
  const isWatching = pending.value ?? query.value?.watching
  if (isWatching === undefined) return null
  const reason = query.value?.reason
  const toggle = () => {
    pending.value = !isWatching
    const buildMutation = (isOn: boolean): InverseMutation => ({
      method: isOn ? 'taskWatchers.watch' : 'taskWatchers.unwatch',
      args: [task.task_id],
      // Sent one at a time, so that the last click wins.
      queue: `watch ${task.task_id}`,
      label: isOn ? messages.watched(task.title) : messages.unwatched(task.title),
    })
    const { response } = getStore().mutate({
      ...buildMutation(!isWatching),
      inverse: buildMutation(isWatching),
    })
    response.catch(() => void (pending.value = undefined))
  }
  return (
    <Button
      kind="quiet"
      icon="eye"
      pressed={isWatching}
      {...(isWatching && reason && { title: watchReasons[reason] })}
      onClick={toggle}
    >
      <span class="watch-word">{isWatching ? messages.watching : messages.watch}</span>
    </Button>
  )
}
