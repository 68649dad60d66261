import { signal } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import type { ListIds } from '../../store/list-order.ts'
import { LIST_FIELDS } from '../../store/row-store.ts'
import { readSetting, writeSetting } from '../../components/util/browser-settings.ts'

/** True if subtasks are shown below their parents. Remembered in the browser. */
export const isNesting = signal(readSetting('nesting') !== 'off')

export function setNesting(on: boolean): void {
  isNesting.value = on
  writeSetting('nesting', on ? null : 'off')
}

export const NESTED_FIELDS = [...LIST_FIELDS, 'sub_tasks']

export interface TaskTree {
  /** Tasks in the order shown; undefined for those that are not loaded. */
  ids: ListIds
  /** Position of each shown task in the list; undefined if none is nested. */
  positions?: readonly number[]
  depths?: ReadonlyMap<string, number>
  /** Tasks with subtasks in the list. */
  parents?: ReadonlySet<string>
}

export const listSubtasks = (id: string): readonly string[] =>
  (getStore().row('tasks', id).peek() as Task | null | undefined)?.sub_tasks ?? []

/** Puts tasks below their parents, as far as both are loaded. Siblings stay in the order of the list. */
export function nestTasks(ids: ListIds, collapsed: ReadonlySet<string>): TaskTree {
  const loaded = new Set(ids)
  const parents = new Map<string, string>()
  for (const id of loaded)
    if (id !== undefined) for (const child of listSubtasks(id)) if (loaded.has(child)) parents.set(child, id)
  if (parents.size === 0) return { ids }
  const children = new Map<string, number[]>()
  for (const [position, id] of ids.entries()) {
    const parent = id === undefined ? undefined : parents.get(id)
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), position])
  }
  const shown: (string | undefined)[] = []
  const positions: number[] = []
  const depths = new Map<string, number>()
  const add = (position: number, depth: number) => {
    const id = ids[position]
    shown.push(id)
    positions.push(position)
    if (id === undefined) return
    if (depth > 0) depths.set(id, depth)
    if (!collapsed.has(id)) for (const child of children.get(id) ?? []) add(child, depth + 1)
  }
  for (const [position, id] of ids.entries()) if (id === undefined || !parents.has(id)) add(position, 0)
  return { ids: shown, positions, depths, parents: new Set(children.keys()) }
}
