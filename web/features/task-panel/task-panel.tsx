import { signal, useSignal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { useCommands } from '../../commands/commands.ts'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { RowConflicts } from '../conflicts/conflict.tsx'
import { usePanelTitle } from '../../components/page-title.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { loadOptionalChunk } from '../../components/util/load-chunk.ts'
import { ClaimLine } from '../claims/claim-line.tsx'
import { TaskDescription } from './description.tsx'
import { AttachmentDropZone } from './drop-zone.tsx'
import { TaskFields } from './fields.tsx'
import type * as LateSectionsModule from './late-sections.tsx'
import { closeTaskPanel, restoreTask, isDeletedInTab } from './task-actions.ts'
import { TaskToolbar } from './task-toolbar.tsx'
import { TaskTitle } from './title.tsx'
import { WatchButton } from './watch-button.tsx'
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

function EmptyBar() {
  const { section, close } = messages
  useCommands([{ id: 'task.close', title: close, section, keys: 'Escape', run: closeTaskPanel }])
  return (
    <header class="task-bar">
      <Button kind="quiet" icon="x" title={close} keys="Escape" onClick={closeTaskPanel} />
    </header>
  )
}

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
  const Late = useLateSections()
  return (
    <section class="task" aria-label={messages.panel(task.title)}>
      <TaskToolbar task={task}>{isIdle && <WatchButton task={task} />}</TaskToolbar>
      <AttachmentDropZone task={task}>
        <div class="task-body">
          <RowConflicts id={task.task_id} />
          <TaskTitle task={task} />
          <ClaimLine task={task} />
          {!task.has_edit_access && <p class="task-hint">{messages.readOnly}</p>}
          <TaskFields task={task} />
          <TaskDescription task={task} />
          {isIdle && Late && <Late.LateSections task={task} />}
        </div>
      </AttachmentDropZone>
    </section>
  )
}

type LateModule = typeof LateSectionsModule
const lateModule = signal<LateModule | undefined>()

/** Loads the code of the sections that are not in the first paint. */
function useLateSections(): LateModule | undefined {
  useEffect(() => {
    if (lateModule.peek()) return
    return loadOptionalChunk(
      () => import('./late-sections.tsx'),
      messages.noSections,
      (loaded) => {
        lateModule.value = loaded
      },
    )
  }, [])
  return lateModule.value
}

/** Returns false in the first render and true afterwards, to render less important content after the first paint. */
function useAfterFirstRender(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => setLater(true), [])
  return later
}
