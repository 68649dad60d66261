import { useEffect } from 'preact/hooks'
import { goWith, here } from '../../address.ts'
import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Empty } from '../../ui/empty.tsx'
import { go } from '../../address.ts'
import { TasksHead } from './tasks-head.tsx'
import { TaskTable } from './task-table.tsx'
import './tasks-screen.css'

/** The tasks of an organization, a project, a team or a saved view, as a list. */
export function TasksScreen() {
  const { question, waiting, view } = asked.value
  useReading()
  // A view that is a board has no `view=board` in its address: it is put there, since that is what chooses the screen.
  const isBoard = question.layout === 'board' && here.value.query.get('view') !== 'board'
  useEffect(() => {
    if (isBoard) goWith({ view: 'board' }, { replace: true })
  }, [isBoard])
  if (waiting || isBoard) return <Skeleton rows={12} height={36} />
  if (view === null || isMissing()) return <Missing />
  return (
    <div class="tasks-screen">
      <TasksHead />
      <TaskTable key={questionKey()} />
    </div>
  )
}

/** What a list depends on; another one is another list. */
const questionKey = (): string => {
  const { place, question } = asked.value
  const { filters, sort, descending, group } = question
  return JSON.stringify([data().org, place, filters, sort, descending, group])
}

/** Has the project, team or view of the address read. */
export function useReading(): void {
  const { path } = here.value
  useEffect(() => {
    const [, kind, id] = /^\/o\/[^/]+\/(p|team|v)\/([^/]+)/.exec(path) ?? []
    if (id) void data().read(kind === 'p' ? 'projects' : kind === 'v' ? 'views' : 'teams', id)
  }, [path, data().org])
}

/** Whether the project or team of the address is not there, or not for this person to see. */
export function isMissing(): boolean {
  const { place } = asked.value
  if (place.kind === 'all') return false
  return data().row(place.kind === 'project' ? 'projects' : 'teams', place.id).value === null
}

export const Missing = () => (
  <Empty
    text={`${text.missing}. ${text.missingWhy}`}
    action={{ label: text.backToTasks, run: () => go(`/o/${data().org}/tasks`) }}
  />
)
