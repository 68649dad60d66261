import { useEffect } from 'preact/hooks'
import { navigate, currentLocation } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { frameTexts } from '../../messages/app.ts'
import { listTexts } from '../../messages/tasks.ts'
import { viewState } from '../views/view-state.ts'
import { isNesting } from './nesting.ts'
import { hasSections } from '../views/view-query.ts'
import { setShownProject } from '../tasks/shown-sections.ts'
import { TopBar } from '../../components/top-bar.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import type { IconName } from '../../components/icon.tsx'
import { getToday } from '../../components/util/dates.ts'
import './task-list-screen.css'

/** Returns a key that changes whenever the tasks, groups or order of the list can change. */
export const getListKey = (): string => {
  const { container, query } = viewState.value
  const { filters, sort, isDescending, group } = query
  // The overdue filter and groups of due dates depend on the date in the user's time zone.
  const day = (filters.overdue || group === 'due_date') && getToday()
  return JSON.stringify([getStore().org, container, filters, sort, isDescending, group, day, isNesting.value])
}

export function useContainerLoad(): void {
  useShownSections()
  const { path } = currentLocation.value
  useEffect(() => {
    const [, kind, id] = /^\/o\/[^/]+\/(p|team|v)\/([^/]+)/.exec(path) ?? []
    if (id) void getStore().read(kind === 'p' ? 'projects' : kind === 'v' ? 'views' : 'teams', id)
  }, [path, getStore().org])
}

/** Lets a change of the status of a task show the section that it leads to. */
function useShownSections(): void {
  const { container, query } = viewState.value
  const id = container.kind === 'project' && hasSections(query) ? container.id : undefined
  useEffect(() => {
    setShownProject(id)
    return () => setShownProject(undefined)
  }, [id])
}

export function isContainerMissing(): boolean {
  const { container } = viewState.value
  if (container.kind === 'all') return false
  return getStore().row(container.kind === 'project' ? 'projects' : 'teams', container.id).value === null
}

export const MissingContainer = () => (
  <>
    <TopBar title={listTexts.missing} />
    <EmptyState
      text={listTexts.missingWhy}
      action={{ label: listTexts.backToTasks, run: () => navigate(`/o/${getStore().org}/tasks`) }}
    />
  </>
)

export function getListTitle(): { title: string; icon: IconName } {
  const { container, savedView, isOwn } = viewState.value
  if (isOwn) return { title: frameTexts.myWork, icon: 'target' }
  if (savedView) return { title: savedView.name, icon: 'view' }
  if (container.kind === 'all') return { title: listTexts.allTasks, icon: 'task' }
  const row = getStore().row(container.kind === 'project' ? 'projects' : 'teams', container.id).value
  return { title: row?.name ?? '', icon: container.kind }
}
