import type { Milestone, Roadmap, Stop } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { layoutTexts } from '../../messages/layouts.ts'
import { roadmapTexts, stopTexts as messages } from '../../messages/roadmap.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { formatFullDay } from '../../components/util/dates.ts'
import { PopoverButton } from '../../components/popover-button.tsx'
import { runAction } from '../settings/kit/action-problem.tsx'
import { TaskFinder } from '../tasks/task-finder.tsx'
import { ConfirmDialog } from '../settings/kit/confirm-dialog.tsx'
import { useSave } from '../settings/kit/use-save.ts'
import type { ApiProject } from './layout.ts'
import { PinMilestones } from './pin-milestones.tsx'
import { StopForm, type StopValues } from './stop-form.tsx'
import { findFacts } from './stop-facts.ts'
import { StopTasks } from './stop-tasks.tsx'
import '../settings/settings.css'
import { formatList } from '../../components/util/intl.ts'

interface StopDialogProps {
  id: string
  roadmap: Roadmap
  milestones: ReadonlyMap<string, Milestone>
  onChange: () => void
  onClose: () => void
}

/** Shows everything about a stop, and lets editors of its project change and delete it. */
export function StopDialog({ id, roadmap, milestones, onChange, onClose }: StopDialogProps) {
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  const found = findStop(roadmap, id)
  if (!found)
    return (
      <Dialog title={messages.unknown} open onClose={onClose}>
        {null}
      </Dialog>
    )
  const { stop, project } = found
  const goBack = () => setDoing(undefined)
  if (doing === 'edit') return <EditStop {...found} onChange={onChange} onClose={goBack} />
  if (doing === 'delete') return <DeleteStop {...found} onChange={onChange} onDeleted={onClose} onClose={goBack} />
  return (
    <Dialog
      title={stop.title}
      open
      onClose={onClose}
      actions={project.can_edit && <StopActions {...found} onChange={onChange} onChoose={setDoing} />}
    >
      <StopFactsList {...{ stop, project, milestones }} />
      {stop.total > 0 && (
        <StopTasks {...{ stop, onChange }} projectId={project.project_id} canEdit={Boolean(project.can_edit)} />
      )}
    </Dialog>
  )
}

interface ActionsProps extends Omit<StopActionProps, 'onClose'> {
  onChoose: (doing: 'edit' | 'delete') => void
}

const StopActions = ({ onChoose, ...props }: ActionsProps) => (
  <>
    <AddTask {...props} />
    {props.project.team_id && (
      <PinMilestones {...props} projectId={props.project.project_id} teamId={props.project.team_id} />
    )}
    <Button icon="trash" onClick={() => onChoose('delete')}>
      {messages.delete}
    </Button>
    <Button icon="edit" onClick={() => onChoose('edit')} autofocus>
      {messages.edit}
    </Button>
  </>
)

function AddTask({ stop, project, onChange }: Omit<StopActionProps, 'onClose'>) {
  const { project_id } = project
  const add = async ({ task_id, title }: { task_id: string; title: string }) => {
    const { stops } = createApiClient(getStore().org)
    const remove = async () => {
      if (await runAction(() => stops.unfileTask(project_id, stop.stop_id, task_id))) onChange()
    }
    const send = () => stops.fileTasks(project_id, stop.stop_id, { task_ids: [task_id] })
    const action = { label: layoutTexts.undo, run: () => void remove() }
    if (await runAction(send, { text: messages.taskAdded(title, stop.title), action })) onChange()
  }
  return (
    <PopoverButton
      kind="plain"
      icon="plus"
      text={messages.addTask}
      renderPopover={(anchor, close) => (
        <TaskFinder
          anchor={anchor}
          label={messages.addTask}
          without={[]}
          projectId={project_id}
          onPick={(task) => void add(task)}
          onClose={close}
        />
      )}
    />
  )
}

interface StopActionProps {
  stop: Stop
  project: ApiProject
  onChange: () => void
  onClose: () => void
}

function EditStop({ stop, project, onChange, onClose }: StopActionProps) {
  const { roadmap, stops } = createApiClient(getStore().org)
  const update = useSave(stop, {
    read: async (row) => findStop(await roadmap.project(row.project_id), row.stop_id)!.stop,
    send: (patch, row) => stops.update(row.project_id, row, patch),
  })
  const save = async (_project: string, values: StopValues) => {
    await update(values)
    onChange()
  }
  const texts = { title: messages.editTitle, submit: messages.save }
  return <StopForm {...texts} projects={[project]} stop={stop} save={save} onClose={onClose} />
}

function DeleteStop({ stop, project, onChange, onDeleted, onClose }: StopActionProps & { onDeleted: () => void }) {
  const remove = async () => {
    await createApiClient(getStore().org).stops.delete(project.project_id, stop)
    onChange()
    onDeleted()
  }
  return (
    <ConfirmDialog
      title={messages.deleteTitle(stop.title)}
      confirm={messages.deleteConfirm}
      effects={messages.deleteTexts}
      run={remove}
      onClose={onClose}
    />
  )
}

function findStop(
  { projects }: Pick<Roadmap, 'projects'>,
  id: string,
): { stop: Stop; project: ApiProject } | undefined {
  for (const project of projects)
    for (const { stops } of project.journeys) {
      const stop = stops.find(({ stop_id }) => stop_id === id)
      if (stop) return { stop, project }
    }
  return undefined
}

interface FactsProps {
  stop: Stop
  project: ApiProject
  milestones: ReadonlyMap<string, Milestone>
}

function StopFactsList({ stop, project, milestones }: FactsProps) {
  const facts = findFacts(stop, milestones)
  const lines = project.journeys.filter(({ journey_id }) => stop.journey_ids.includes(journey_id))
  const date = stop.target_date ? formatFullDay(stop.target_date) : roadmapTexts.noDate
  const rows: [string, string | false][] = [
    [messages.project, project.name],
    [messages.lines, formatList(lines.map(({ name }) => name))],
    [messages.date, facts.isOverdue ? `⚠ ${date}, ${roadmapTexts.overdue}` : date],
    [messages.tasks, roadmapTexts.progress(stop.done, stop.total)],
    [
      messages.milestones,
      facts.milestones.length > 0 && formatList(facts.milestones.map(formatMilestone(facts.earlier))),
    ],
  ]
  return (
    <>
      <dl class="stop-facts">
        {rows.map(
          ([name, text]) =>
            text !== false && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ),
        )}
      </dl>
      {stop.description && <Markdown text={stop.description} />}
    </>
  )
}

const formatMilestone = (earlier: readonly Milestone[]) => (one: Milestone) =>
  `${earlier.includes(one) ? '⚠ ' : ''}${one.title} (${formatFullDay(one.target_date)})`
