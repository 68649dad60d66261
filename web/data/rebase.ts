import type { About } from './data.ts'
import { deletes, nameOf, patchOf, type Entry, type Question } from './entry.ts'
import { same } from './merge.ts'
import type { AnyRow } from './rows.ts'

/** What changes without anybody having changed the row: not asked about where it is to be deleted. */
const incidental =
  /^(version|updated_(at|by)|comments|position|section_.*|has_.*|.*_count|tasks_.*|progress_percent|last_.*)$/

type Field = Question['fields'][number]

/**
 * The attributes in which a write and what others wrote meanwhile contradict each other: changed since the write was made,
 * to something else than the write says. Where there are none the write can go out on top of the present version.
 */
export function contradictions(entry: Entry, about: About, now: AnyRow): Field[] {
  const row = nameOf(about)
  const before = entry.before[row] ?? {}
  const mine = deletes(entry, about) ? undefined : patchOf(entry, about)
  const names = mine ? Object.keys(mine) : Object.keys(before).filter((name) => !incidental.test(name))
  return names
    .filter((name) => name in now)
    .filter((name) => !same(before[name], now[name]) && !(mine && same(mine[name], now[name])))
    .map((name) => ({ row, name, before: before[name], mine: mine?.[name], theirs: now[name] }))
}

/** Whether a row says by now all that the write wanted. */
export const isDone = (entry: Entry, about: About, now: AnyRow): boolean => {
  const mine = Object.entries(patchOf(entry, about))
  return mine.length > 0 && mine.every(([name, value]) => same(value, now[name]))
}

/** The entry without what the person left to the others; undefined where nothing remains of it. */
export function withoutFields(entry: Entry, fields: readonly Field[]): Entry | undefined {
  if (entry.call === 'tasks.bulkUpdate') return withoutRows(entry, new Set(fields.map(({ row }) => row)))
  if (!entry.call.endsWith('.update')) return undefined
  const given = new Set(fields.map(({ name }) => name))
  const rest = (value: AnyRow) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !given.has(name)))
  const shown = entry.shown.map((overlay) =>
    'patch' in overlay ? { ...overlay, patch: rest(overlay.patch) } : overlay,
  )
  const args = entry.args.map((arg) => (typeof arg === 'object' && arg !== null ? rest(arg as AnyRow) : arg))
  const remains = args.some((arg) => typeof arg === 'object' && arg !== null && Object.keys(arg).length > 0)
  return remains ? { ...entry, args, shown } : undefined
}

function withoutRows(entry: Entry, rows: ReadonlySet<string>): Entry | undefined {
  const about = entry.about.filter((one) => !rows.has(nameOf(one)))
  const [body, ...rest] = entry.args as [AnyRow, ...unknown[]]
  const ids = new Set(about.map(({ id }) => id))
  const shown = entry.shown.filter(({ id }) => ids.has(id))
  return about.length
    ? { ...entry, about, shown, args: [{ ...body, task_ids: [...ids] }, ...rest] }
    : undefined
}
