import type { About } from './data.ts'
import { deletes, nameOf, patchOf, type Entry, type Question } from './entry.ts'
import { same } from './merge.ts'
import type { AnyRow } from './rows.ts'

/** Fields that change without a user editing the row; ignored when it is to be deleted. */
const INCIDENTAL_FIELDS =
  /^(version|updated_(at|by)|comments|position|section_.*|has_.*|.*_count|tasks_.*|progress_percent|last_.*)$/

type Field = Question['fields'][number]

/** Adding or removing one link never conflicts with changes of other links. */
const LINK_METHODS = /^tasks\.(add|remove)(Subtask|Dependency)$/
/** A position within a section never conflicts; the section does. */
const POSITION_FIELDS = new Set(['section_position'])

/**
 * Returns the fields that both an entry and another user changed, to different values. Without any, the entry
 * can be sent with the current version.
 */
export function contradictions(entry: Entry, about: About, current: AnyRow): Field[] {
  if (LINK_METHODS.test(entry.call)) return []
  const row = nameOf(about)
  const before = entry.before[row] ?? {}
  const mine = deletes(entry, about) ? undefined : patchOf(entry, about)
  const names = mine ? Object.keys(mine) : Object.keys(before).filter((name) => !INCIDENTAL_FIELDS.test(name))
  return names
    .filter((name) => name in current && before[name] !== undefined && !POSITION_FIELDS.has(name))
    .filter((name) => !same(before[name], current[name]) && !(mine && same(mine[name], current[name])))
    .map((name) => ({ row, name, before: before[name], mine: mine?.[name], theirs: current[name] }))
}

/** Returns whether a row already has all values of an entry. */
export const isDone = (entry: Entry, about: About, current: AnyRow): boolean => {
  const mine = Object.entries(patchOf(entry, about))
  return mine.length > 0 && mine.every(([name, value]) => same(value, current[name]))
}
