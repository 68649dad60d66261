import type { About } from './data.ts'
import { deletes, nameOf, patchOf, type Entry, type Question } from './entry.ts'
import { same } from './merge.ts'
import type { AnyRow } from './rows.ts'

/** What changes without anybody having changed the row: not asked about where it is to be deleted. */
const incidental =
  /^(version|updated_(at|by)|comments|position|section_.*|has_.*|.*_count|tasks_.*|progress_percent|last_.*)$/

type Field = Question['fields'][number]

/** Links that are added and taken away one by one: whatever others did to the other links, these come on top. */
const oneByOne = /^tasks\.(add|remove)(Subtask|Dependency)$/
/** Where in its section a task lies is nobody's decision against somebody else's; in which section it lies is. */
const orders = new Set(['section_position'])

/**
 * The attributes in which a write and what others wrote meanwhile contradict each other: changed since the write was made,
 * to something else than the write says. Where there are none the write can go out on top of the present version.
 */
export function contradictions(entry: Entry, about: About, now: AnyRow): Field[] {
  if (oneByOne.test(entry.call)) return []
  const row = nameOf(about)
  const before = entry.before[row] ?? {}
  const mine = deletes(entry, about) ? undefined : patchOf(entry, about)
  const names = mine ? Object.keys(mine) : Object.keys(before).filter((name) => !incidental.test(name))
  return names
    .filter((name) => name in now && before[name] !== undefined && !orders.has(name))
    .filter((name) => !same(before[name], now[name]) && !(mine && same(mine[name], now[name])))
    .map((name) => ({ row, name, before: before[name], mine: mine?.[name], theirs: now[name] }))
}

/** Whether a row says by now all that the write wanted. */
export const isDone = (entry: Entry, about: About, now: AnyRow): boolean => {
  const mine = Object.entries(patchOf(entry, about))
  return mine.length > 0 && mine.every(([name, value]) => same(value, now[name]))
}
