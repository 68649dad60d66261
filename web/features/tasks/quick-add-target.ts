import { effect } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { quickAddDefaults, type NewTaskValues } from '../../commands/dialog-state.ts'
import type { Grouping, TaskContainer } from '../views/view-query.ts'
import { listContainerSections } from './choices.tsx'
import { getCustomFieldDisplay } from '../fields/field-display.ts'
import { isCustomName } from '../views/filter-names.ts'
import { getMyUsername } from '../members/members.ts'
import { findDueDate } from '../views/due-groups.ts'
import { viewState } from '../views/view-state.ts'
import { isQuickAddTarget } from '../members/permissions.ts'

export function getQuickAddDefaults(container: TaskContainer, group?: Grouping, key?: string | null): NewTaskValues {
  const defaults: NewTaskValues = {}
  if (container.kind === 'project') defaults.project_id = container.id
  if (container.kind === 'team' && group !== 'project') defaults.team_id = container.id
  if (group === undefined || key === null || key === undefined || group === 'task_type') return defaults
  if (group === 'tags') return { ...defaults, tags: [key] }
  if (group === 'due_date') return withDueDate(defaults, findDueDate(key))
  const status =
    group === 'section' ? listContainerSections(container).find((one) => one.section_id === key)?.status : null
  if (status) return { ...defaults, section_id: key, status }
  if (isCustomName(group)) return { ...defaults, ...getCustomFieldDisplay()?.buildGroupPatch(group, key) }
  const name = group === 'status' || group === 'priority' || group === 'assignee' ? group : (`${group}_id` as const)
  return { ...defaults, [name]: key }
}

const withDueDate = (defaults: NewTaskValues, due_date: string | undefined): NewTaskValues =>
  due_date === undefined ? defaults : { ...defaults, due_date }

const getScreenDefaults = (container: TaskContainer): NewTaskValues => ({
  ...getQuickAddDefaults(container),
  ...(viewState.value.isOwn && { assignee: getMyUsername() ?? '' }),
})

/** Sets the defaults of new tasks before the next key press, which may open the dialog for one. */
export function useQuickAddTarget(container: TaskContainer): void {
  useLayoutEffect(() => {
    const dispose = effect(
      () => void (quickAddDefaults.value = isQuickAddTarget(container) ? getScreenDefaults(container) : {}),
    )
    return () => {
      dispose()
      quickAddDefaults.value = {}
    }
  }, [container.kind, container.id])
}
