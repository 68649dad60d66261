import { useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { RowConflicts } from '../conflicts/conflict.tsx'
import { usePanelTitle } from '../../components/page-title.ts'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { TaskActivity } from './activity.tsx'
import { TaskAttachments } from './attachments.tsx'
import { TaskDependencies } from './dependencies.tsx'
import { TaskDescription } from './description.tsx'
import { AttachmentDropZone } from './drop-zone.tsx'
import { TaskFields } from './fields.tsx'
import { TaskReminders } from './reminders.tsx'
import { TaskSubtasks } from './subtasks.tsx'
import { closeTaskPanel, restoreTask, isDeletedInTab } from './task-actions.ts'
import { TaskToolbar } from './task-toolbar.tsx'
import { TaskTitle } from './title.tsx'
import { WatchButton } from './watch-button.tsx'
import { useQuery } from '../../store/use-query.ts'
import { Icon } from '../../components/icon.tsx'
import { PanelSection } from './panel-section.tsx'
import './task-panel.css'

/** Panel for the task of `?task=`. Renders the cached task immediately, then loads all of its fields. */
export function TaskPanel({ taskId }: { taskId: string }) {
  const row = getStore().row('tasks', taskId).value
  const problem = useSignal<unknown>(undefined)
  const load = () =>
    getStore()
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
        <ErrorMessage problem={problem.value as Error} retry={() => void load()} />
      ) : (
        <Skeleton rows={8} height={32} />
      )}
    </section>
  )
}

const EmptyBar = () => (
  <header class="task-bar">
    <Button kind="quiet" icon="x" title={messages.close} keys="Escape" onClick={closeTaskPanel} />
  </header>
)

function MissingTask({ taskId }: { taskId: string }) {
  const action = isDeletedInTab(taskId)
    ? { label: messages.restore, run: () => restoreTask(taskId) }
    : { label: messages.backToList, run: closeTaskPanel }
  return (
    <section class="task" aria-label={messages.gone}>
      <EmptyBar />
      <EmptyState text={messages.gone} action={action} />
    </section>
  )
}

function LoadedTask({ task }: { task: Task }) {
  usePanelTitle(task.title)
  const isIdle = useAfterFirstRender()
  return (
    <section class="task" aria-label={messages.panel(task.title)}>
      <TaskToolbar task={task}>{isIdle && <WatchButton task={task} />}</TaskToolbar>
      <AttachmentDropZone task={task}>
        <div class="task-body">
          <RowConflicts id={task.task_id} />
          <TaskTitle task={task} />
          {!task.has_edit_access && <p class="task-hint">{messages.readOnly}</p>}
          <TaskFields task={task} />
          <TaskDescription task={task} />
          {isIdle && <LateSections task={task} />}
        </div>
      </AttachmentDropZone>
    </section>
  )
}

/** Sections that load data of their own. Rendered later, since their requests would delay the first paint. */
const LateSections = ({ task }: { task: Task }) => (
  <>
    <TaskSubtasks task={task} />
    <TaskDependencies task={task} />
    <TaskAttachments task={task} />
    <TaskReminders task={task} />
    <RoadmapStops task={task} />
    <CreatedBy task={task} />
    <TaskActivity task={task} />
  </>
)

function CreatedBy({ task }: { task: Task }) {
  if (!task.created_by || !task.created_at) return null
  return (
    <p class="task-hint" dir="auto">
      {messages.made(task.created_by)} <RelativeTime at={task.created_at} />
    </p>
  )
}

/** Returns false in the first render and true afterwards, to render less important content after the first paint. */
function useAfterFirstRender(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => setLater(true), [])
  return later
}

function RoadmapStops({ task }: { task: Task }) {
  const { task_id, project_id, milestone_id } = task
  const query = useQuery(`stops ${task_id} ${project_id} ${milestone_id}`, (svc) =>
    svc.roadmap.taskStops(task_id, { limit: 50 }),
  )
  const stops = query.value?.data ?? []
  if (stops.length === 0) return null
  return (
    <PanelSection title={messages.stops}>
      <ul class="task-rows">
        {stops.map((stop) => (
          <li class="task-row-line" key={stop.stop_id}>
            <Icon name="flag" size={14} />
            <bdi class="one-line">{stop.title}</bdi>
            <span class="task-hint one-line">
              <bdi>{stop.journeys.map(({ name }) => name).join(' · ')}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
