import type { Inverse } from '../../data/data.ts'
import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages, watchReasons } from '../../messages/task.ts'
import { useAsk } from '../../parts/ask.ts'
import { Button } from '../../ui/button.tsx'

export function WatchButton({ task }: { task: Task }) {
  // Commenting on a task starts watching it, so the state is loaded again after each comment.
  const comments = data().all('taskComments', { task_id: task.task_id }).value ?? []
  const query = useAsk(`watch ${task.task_id} ${comments.at(-1)?.comment_id}`, (svc) =>
    svc.taskWatchers.read(task.task_id),
  )
  const pending = useSignal<boolean | undefined>(undefined)
  const isWatching = pending.value ?? query.value?.watching
  if (isWatching === undefined) return null
  const reason = query.value?.reason
  const toggle = () => {
    pending.value = !isWatching
    const buildMutation = (isOn: boolean): Inverse => ({
      call: isOn ? 'taskWatchers.watch' : 'taskWatchers.unwatch',
      args: [task.task_id],
      // Sent one at a time, so that the last click wins.
      queue: `watch ${task.task_id}`,
      said: isOn ? messages.watched(task.title) : messages.unwatched(task.title),
    })
    const { answer: response } = data().write({
      ...buildMutation(!isWatching),
      undo: buildMutation(isWatching),
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
      {isWatching ? messages.watching : messages.watch}
    </Button>
  )
}
