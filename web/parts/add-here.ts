import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { placeToAdd, type QuickAddDefaults } from '../commands/overlay.ts'
import type { Grouping, Place } from './filter-question.ts'
import { goesTo } from './rights.ts'

/** Returns the default values of a task added to a container, or to one of its groups. */
export function startIn(container: Place, group?: Grouping, key?: string | null): QuickAddDefaults {
  const defaults: QuickAddDefaults = {}
  if (container.kind === 'project') defaults.project_id = container.id
  if (container.kind === 'team') defaults.team_id = container.id
  if (group === undefined || key === null || key === undefined || group === 'task_type') return defaults
  const name =
    group === 'status' || group === 'priority' || group === 'assignee' ? group : (`${group}_id` as const)
  return { ...defaults, [name]: key }
}

/** Sets this container as the target of quick add while it is on the screen, if the user can add tasks to it. */
export function useAddingTo(container: Place): void {
  useEffect(() => {
    const dispose = effect(() => void (placeToAdd.value = goesTo(container) ? startIn(container) : {}))
    return () => {
      dispose()
      placeToAdd.value = {}
    }
  }, [container.kind, container.id])
}
