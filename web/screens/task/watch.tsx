import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages, watchReasons } from '../../messages/task.ts'
import { useAsk } from '../../parts/ask.ts'
import { Button } from '../../ui/button.tsx'

/** Whether the person is told of what happens to the task, and the switch of it. */
export function WatchButton({ task }: { task: Task }) {
  // Whoever comments watches from then on.
  const comments = data().all('taskComments', { task_id: task.task_id }).value ?? []
  const asked = useAsk(`watch ${task.task_id} ${comments.at(-1)?.comment_id}`, (svc) =>
    svc.taskWatchers.read(task.task_id),
  )
  const chosen = useSignal<boolean | undefined>(undefined)
  const watching = chosen.value ?? asked.value?.watching
  if (watching === undefined) return null
  const reason = asked.value?.reason
  const turn = () => {
    chosen.value = !watching
    const step = (on: boolean) => ({
      call: on ? 'taskWatchers.watch' : 'taskWatchers.unwatch',
      args: [task.task_id],
      // Pressed twice, the last one stands.
      queue: `watch ${task.task_id}`,
      said: on ? messages.watched(task.title) : messages.unwatched(task.title),
    })
    const { answer } = data().write({ ...step(!watching), undo: step(watching) })
    answer.catch(() => void (chosen.value = undefined))
  }
  return (
    <Button
      kind="quiet"
      icon="eye"
      pressed={watching}
      {...(watching && reason && { title: watchReasons[reason] })}
      onClick={turn}
    >
      {watching ? messages.watching : messages.watch}
    </Button>
  )
}
