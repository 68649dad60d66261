import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { placeToAdd, type QuickAddDefaults } from '../commands/overlay.ts'
import type { Grouping, Place } from './filter-question.ts'
import { goesTo } from './rights.ts'

/** What a task that is added to a place begins with, and in one of its groups. */
export function startIn(place: Place, group?: Grouping, key?: string | null): QuickAddDefaults {
  const start: QuickAddDefaults = {}
  if (place.kind === 'project') start.project_id = place.id
  if (place.kind === 'team') start.team_id = place.id
  if (group === undefined || key === null || key === undefined || group === 'task_type') return start
  const name =
    group === 'status' || group === 'priority' || group === 'assignee' ? group : (`${group}_id` as const)
  return { ...start, [name]: key }
}

/** Has tasks that are added by the key go to this place, while it is on the screen and unless the person may not add to it. */
export function useAddingTo(place: Place): void {
  useEffect(() => {
    const end = effect(() => void (placeToAdd.value = goesTo(place) ? startIn(place) : {}))
    return () => {
      end()
      placeToAdd.value = {}
    }
  }, [place.kind, place.id])
}
