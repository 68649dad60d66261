import { useEffect } from 'preact/hooks'
import { go, here } from '../../address.ts'
import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { asked } from '../../parts/asked.ts'
import { TopBar } from '../../parts/top-bar.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { today } from '../../ui/time.ts'
import './tasks-screen.css'

/** Returns a key that changes whenever the tasks, groups or order of the list can change. */
export const questionKey = (): string => {
  const { place: container, question: query } = asked.value
  const { filters, sort, descending: isDescending, group } = query
  // The overdue filter depends on the date in the user's time zone.
  const day = filters.overdue && today()
  return JSON.stringify([data().org, container, filters, sort, isDescending, group, day])
}

/** Loads the project, team or view of the current URL. */
export function useReading(): void {
  const { path } = here.value
  useEffect(() => {
    const [, kind, id] = /^\/o\/[^/]+\/(p|team|v)\/([^/]+)/.exec(path) ?? []
    if (id) void data().read(kind === 'p' ? 'projects' : kind === 'v' ? 'views' : 'teams', id)
  }, [path, data().org])
}

/** Returns whether the project or team of the URL does not exist or is hidden from the user. */
export function isMissing(): boolean {
  const { place: container } = asked.value
  if (container.kind === 'all') return false
  return data().row(container.kind === 'project' ? 'projects' : 'teams', container.id).value === null
}

export const Missing = () => (
  <>
    <TopBar title={text.missing} />
    <Empty
      text={text.missingWhy}
      action={{ label: text.backToTasks, run: () => go(`/o/${data().org}/tasks`) }}
    />
  </>
)

export function titleOf(): { title: string; icon: IconName } {
  const { place: container, view: savedView } = asked.value
  if (savedView) return { title: savedView.name, icon: 'view' }
  if (container.kind === 'all') return { title: text.allTasks, icon: 'task' }
  const row = data().row(container.kind === 'project' ? 'projects' : 'teams', container.id).value
  return { title: row?.name ?? '', icon: container.kind }
}
