import type { ComponentType } from 'preact'
import { useQuickAddTarget } from '../tasks/quick-add-target.ts'
import { viewState } from '../views/view-state.ts'
import type { Layout } from '../views/view-query.ts'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { isContainerMissing, MissingContainer, getListKey, useContainerLoad } from './list-container.tsx'
import { TaskListHeader } from './task-list-header.tsx'
import { TaskTable } from './task-table.tsx'

const bodies: Record<Layout, ComponentType<object>> = {
  list: TaskTable,
  board: lazyComponent(async () => (await import('../board/board-screen.tsx')).Board),
  calendar: lazyComponent(async () => (await import('../calendar/calendar.tsx')).Calendar),
  timeline: lazyComponent(async () => (await import('../timeline/timeline.tsx')).Timeline),
}

/** Tasks of a list in one of the layouts. */
export function TasksScreen() {
  const { query, isLoading, savedView, container } = viewState.value
  useContainerLoad()
  useQuickAddTarget(container)
  if (isLoading) return <Skeleton rows={12} height={36} />
  if (savedView === null || isContainerMissing()) return <MissingContainer />
  const Body = bodies[query.layout]
  return (
    <div class="tasks-screen">
      <TaskListHeader />
      <Body key={`${query.layout} ${getListKey()}`} />
    </div>
  )
}
