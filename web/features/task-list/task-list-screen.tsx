import { useEffect } from 'preact/hooks'
import { setQuery, currentLocation } from '../../location.ts'
import { useQuickAddTarget } from '../tasks/quick-add-target.ts'
import { viewState } from '../views/view-state.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { isContainerMissing, MissingContainer, getListKey, useContainerLoad } from './list-container.tsx'
import { TaskListHeader } from './task-list-header.tsx'
import { TaskTable } from './task-table.tsx'

export function TasksScreen() {
  const { query, isLoading, savedView, container } = viewState.value
  useContainerLoad()
  useQuickAddTarget(container)
  // The router selects the screen by `view=board`, which the URL of a saved board does not have.
  const isBoard = query.layout === 'board' && currentLocation.value.query.get('view') !== 'board'
  useEffect(() => {
    if (isBoard) setQuery({ view: 'board' }, { replace: true })
  }, [isBoard])
  if (isLoading || isBoard) return <Skeleton rows={12} height={36} />
  if (savedView === null || isContainerMissing()) return <MissingContainer />
  return (
    <div class="tasks-screen">
      <TaskListHeader />
      <TaskTable key={getListKey()} />
    </div>
  )
}
