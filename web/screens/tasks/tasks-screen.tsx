import { useEffect } from 'preact/hooks'
import { goWith, here } from '../../address.ts'
import { useAddingTo } from '../../parts/add-here.ts'
import { asked } from '../../parts/asked.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isMissing, Missing, questionKey, useReading } from './place.tsx'
import { TasksHead } from './tasks-head.tsx'
import { TaskTable } from './task-table.tsx'

export function TasksScreen() {
  const { question: query, waiting: isLoading, view: savedView, place: container } = asked.value
  useReading()
  useAddingTo(container)
  // The router selects the screen by `view=board`, which the URL of a saved board does not have.
  const isBoard = query.layout === 'board' && here.value.query.get('view') !== 'board'
  useEffect(() => {
    if (isBoard) goWith({ view: 'board' }, { replace: true })
  }, [isBoard])
  if (isLoading || isBoard) return <Skeleton rows={12} height={36} />
  if (savedView === null || isMissing()) return <Missing />
  return (
    <div class="tasks-screen">
      <TasksHead />
      <TaskTable key={questionKey()} />
    </div>
  )
}
