import type { Field, Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { fieldTexts } from '../../messages/fields.ts'
import { listEditableTasks, updateTasks, updateTasksInGroups } from '../tasks/task-mutations.ts'
import { formatFieldValue, getCustomValue, listItems, type CustomFieldValue } from './format-value.ts'

/** Sets the value of a field in tasks; null clears it. */
export function setCustomValue(ids: readonly string[], field: Field, value: CustomFieldValue): void {
  const label = value == null ? fieldTexts.none : formatFieldValue(field, value)
  void updateTasks(
    ids,
    { custom: { [field.key]: value ?? null } },
    { field: field.name, value: label, isName: true },
  ).catch(() => undefined)
}

/** Adds an item to the lists of tasks, or removes it from all of them if all have it. */
export function toggleCustomItem(ids: readonly string[], field: Field, item: string): void {
  const tasks = listEditableTasks(ids)
  const isOnAll = tasks.every((task) => listItems(getCustomValue(task, field)).includes(item))
  const change = (task: Task) => {
    const items = listItems(getCustomValue(task, field)).filter((one) => one !== item)
    const next = isOnAll ? items : sortItems(field, [...items, item])
    return { custom: { [field.key]: next.length > 0 ? next : null } }
  }
  updateTasksInGroups(tasks, change, field.name, ({ custom }) => {
    const value = (custom as Record<string, CustomFieldValue>)[field.key]
    return value === null ? fieldTexts.none : formatFieldValue(field, value)
  })
}

/** Sorts options in the order of the field; users stay in the order in which they were added. */
function sortItems({ options }: Field, items: string[]): string[] {
  const positions = new Map(options.map(({ option }, position) => [option, position]))
  return items.toSorted((a, b) => (positions.get(a) ?? Infinity) - (positions.get(b) ?? Infinity) || 0)
}

/** Returns the problem text of a change of this field that the server refused. */
export function findRefusal(taskId: string, { key }: Field): string | undefined {
  for (const { mutation, problem } of getStore().refusals.value) {
    const isOfTask = [mutation.rows ?? []].flat().some(({ id }) => getStore().resolveId(id) === taskId)
    const error = problem.errors.find(({ loc }) => loc?.includes('custom') && loc.includes(key))
    if (isOfTask && error) return error.msg
  }
  return undefined
}
