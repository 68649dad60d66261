import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { ConflictsOf } from '../../parts/conflict.tsx'
import { useOpenedTitle } from '../../parts/page-title.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useLater } from '../../ui/later.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Activity } from './activity.tsx'
import { Attachments } from './attachments.tsx'
import { Dependencies } from './dependencies.tsx'
import { Description } from './description.tsx'
import { DropZone } from './drop-zone.tsx'
import { Fields } from './fields.tsx'
import { Reminders } from './reminders.tsx'
import { Stops } from './stops.tsx'
import { SubTasks } from './sub-tasks.tsx'
import { closePanel, restore, wasDeletedHere } from './task-actions.ts'
import { TaskBar } from './task-bar.tsx'
import { Title } from './title.tsx'
import { WatchButton } from './watch.tsx'
import './task.css'

/** Panel for the task of `?task=`. Renders the cached task immediately, then loads all of its fields. */
export function TaskPanel({ taskId }: { taskId: string }) {
  const row = data().row('tasks', taskId).value
  const problem = useSignal<unknown>(undefined)
  const load = () =>
    data()
      .read('tasks', taskId)
      .then(
        () => void (problem.value = undefined),
        (error: unknown) => void (problem.value = error),
      )
  useEffect(() => void load(), [taskId])
  if (row === null) return <MissingTask taskId={taskId} />
  if (row) return <LoadedTask key={taskId} task={row} />
  return (
    <section class="task" aria-label={messages.loading} aria-busy={problem.value === undefined}>
      <EmptyBar />
      {problem.value ? (
        <Failure problem={problem.value as Error} retry={() => void load()} />
      ) : (
        <Skeleton rows={8} height={32} />
      )}
    </section>
  )
}

const EmptyBar = () => (
  <header class="task-bar">
    <Button kind="quiet" icon="x" title={messages.close} keys="Escape" onClick={closePanel} />
  </header>
)

function MissingTask({ taskId }: { taskId: string }) {
  const action = wasDeletedHere(taskId)
    ? { label: messages.restore, run: () => restore(taskId) }
    : { label: messages.backToList, run: closePanel }
  return (
    <section class="task" aria-label={messages.gone}>
      <EmptyBar />
      <Empty text={messages.gone} action={action} />
    </section>
  )
}

function LoadedTask({ task }: { task: Task }) {
  useOpenedTitle(task.title)
  const isIdle = useLater()
  return (
    <section class="task" aria-label={messages.panel(task.title)}>
      <TaskBar task={task}>{isIdle && <WatchButton task={task} />}</TaskBar>
      <DropZone task={task}>
        <div class="task-body">
          <ConflictsOf id={task.task_id} />
          <Title task={task} />
          {!task.has_edit_access && <p class="task-hint">{messages.readOnly}</p>}
          <Fields task={task} />
          <Description task={task} />
          {isIdle && <LateSections task={task} />}
        </div>
      </DropZone>
    </section>
  )
}

/** Sections that load data of their own. Rendered later, since their requests would delay the first paint. */
const LateSections = ({ task }: { task: Task }) => (
  <>
    <SubTasks task={task} />
    <Dependencies task={task} />
    <Attachments task={task} />
    <Reminders task={task} />
    <Stops task={task} />
    <CreatedBy task={task} />
    <Activity task={task} />
  </>
)

function CreatedBy({ task }: { task: Task }) {
  if (!task.created_by || !task.created_at) return null
  return (
    <p class="task-hint" dir="auto">
      {messages.made(task.created_by)} <Ago at={task.created_at} />
    </p>
  )
}
