import type { Inverse } from './data.ts'
import { nameOf, newKey, type Entry, type Question } from './entry.ts'
import { without } from './merge.ts'
import type { AnyRow } from './rows.ts'

type Fields = Question['fields']

/** Changes to the mutations of an undo step, so that undo restores the user's own part only. */
export interface Decision {
  forward(write: Inverse): Inverse[]
  back(write: Inverse): Inverse[]
}

/** Applies the user's decision to a mutation. Returns no entry where nothing is left to send. */
export function decide(
  conflicting: Entry,
  isMine: boolean,
): { entry: Entry | undefined; decision: Decision } {
  const { question, ...entry } = without(conflicting, 'sentAt', 'rebased')
  const { fields, versions, why } = question!
  const reset = { base: { ...entry.base, ...versions }, state: 'waiting', key: newKey() } as const
  const dropTheirs = (write: Inverse) => dropFields(write, fields)
  if (!isMine) {
    const remaining = why === 'changed' ? withoutFields(entry, fields) : undefined
    return {
      entry: remaining && { ...remaining, ...reset },
      decision: { forward: dropTheirs, back: dropTheirs },
    }
  }
  const before = { ...entry.before }
  for (const { row, name, theirs } of fields) before[row] = { ...before[row], [name]: theirs }
  const decision = {
    forward: (write: Inverse) => [write],
    back: (write: Inverse) => [rebaseInverse(write, fields)],
  }
  return { entry: { ...entry, before, ...reset }, decision }
}

/** Returns the mutation without the fields left to the other user; undefined where nothing remains. */
export function withoutFields<T extends MutationLike>(entry: T, fields: Fields): T | undefined {
  if (entry.call === 'tasks.bulkUpdate') return withoutRows(entry, new Set(fields.map(({ row }) => row)))
  if (!entry.call.endsWith('.update')) return undefined
  const dropped = new Set(fields.map(({ name }) => name))
  const rest = (value: AnyRow) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !dropped.has(name)))
  const shown = entry.shown.map((overlay) =>
    'patch' in overlay ? { ...overlay, patch: rest(overlay.patch) } : overlay,
  )
  const args = entry.args.map((arg) => (typeof arg === 'object' && arg !== null ? rest(arg as AnyRow) : arg))
  const hasChanges = args.some(
    (arg) => typeof arg === 'object' && arg !== null && Object.keys(arg).length > 0,
  )
  return hasChanges ? { ...entry, args, shown } : undefined
}

/** Properties that mutations and their inverses share. */
type MutationLike = Pick<Entry, 'call' | 'args' | 'about' | 'shown'>

export function withoutRows<T extends MutationLike>(entry: T, rows: ReadonlySet<string>): T | undefined {
  const about = entry.about.filter((one) => !rows.has(nameOf(one)))
  const [body, ...rest] = entry.args as [AnyRow, ...unknown[]]
  const ids = new Set(about.map(({ id }) => id))
  const shown = entry.shown.filter(({ id }) => ids.has(id))
  return about.length
    ? { ...entry, about, shown, args: [{ ...body, task_ids: [...ids] }, ...rest] }
    : undefined
}

function dropFields(write: Inverse, fields: Fields): Inverse[] {
  const { about = [], shown = [] } = write
  const remaining = withoutFields({ ...write, about: [about].flat(), shown: [shown].flat() }, fields)
  return remaining ? [remaining] : []
}

/** Returns the inverse with the other user's values in place of those shown before. */
function rebaseInverse(write: Inverse, fields: Fields): Inverse {
  if (!write.call.endsWith('.update')) return write
  const theirs = Object.fromEntries(fields.map(({ name, theirs = null }) => [name, theirs]))
  const override = (value: unknown) =>
    typeof value === 'object' && value !== null ? { ...value, ...pickKeys(theirs, value) } : value
  const shown = [write.shown ?? []].flat()
  return {
    ...write,
    args: write.args.map(override),
    shown: shown.map((one) => ('patch' in one ? { ...one, patch: override(one.patch) as AnyRow } : one)),
  }
}

const pickKeys = (values: AnyRow, source: object): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in source))
