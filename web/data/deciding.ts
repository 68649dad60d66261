import type { Inverse } from './data.ts'
import { nameOf, newKey, type Entry, type Question } from './entry.ts'
import { without } from './merge.ts'
import type { AnyRow } from './rows.ts'

type Fields = Question['fields']

/** What a decision makes of the writes of a step, so that undoing it takes back the person's own part alone. */
export interface Decision {
  forward(write: Inverse): Inverse[]
  back(write: Inverse): Inverse[]
}

/** What a write is once the person has said whether it goes on top of what others wrote; no entry where nothing remains. */
export function decide(asked: Entry, isMine: boolean): { entry: Entry | undefined; decision: Decision } {
  const { question, ...entry } = without(asked, 'sentAt', 'rebased')
  const { fields, versions, why } = question!
  const anew = { base: { ...entry.base, ...versions }, state: 'waiting', key: newKey() } as const
  const lessened = (write: Inverse) => withoutTheirs(write, fields)
  if (!isMine) {
    const left = why === 'changed' ? withoutFields(entry, fields) : undefined
    return { entry: left && { ...left, ...anew }, decision: { forward: lessened, back: lessened } }
  }
  const before = { ...entry.before }
  for (const { row, name, theirs } of fields) before[row] = { ...before[row], [name]: theirs }
  const decision = {
    forward: (write: Inverse) => [write],
    back: (write: Inverse) => [onTheirs(write, fields)],
  }
  return { entry: { ...entry, before, ...anew }, decision }
}

/** The write without what the person left to the others; undefined where nothing remains of it. */
export function withoutFields<T extends Changing>(entry: T, fields: Fields): T | undefined {
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

/** What a write and the one that takes it back have in common. */
type Changing = Pick<Entry, 'call' | 'args' | 'about' | 'shown'>

export function withoutRows<T extends Changing>(entry: T, rows: ReadonlySet<string>): T | undefined {
  const about = entry.about.filter((one) => !rows.has(nameOf(one)))
  const [body, ...rest] = entry.args as [AnyRow, ...unknown[]]
  const ids = new Set(about.map(({ id }) => id))
  const shown = entry.shown.filter(({ id }) => ids.has(id))
  return about.length
    ? { ...entry, about, shown, args: [{ ...body, task_ids: [...ids] }, ...rest] }
    : undefined
}

function withoutTheirs(write: Inverse, fields: Fields): Inverse[] {
  const { about = [], shown = [] } = write
  const left = withoutFields({ ...write, about: [about].flat(), shown: [shown].flat() }, fields)
  return left ? [left] : []
}

/** The write that takes a change of one row back to what somebody else had written of these attributes. */
function onTheirs(write: Inverse, fields: Fields): Inverse {
  if (!write.call.endsWith('.update')) return write
  const theirs = Object.fromEntries(fields.map(({ name, theirs = null }) => [name, theirs]))
  const over = (value: unknown) =>
    typeof value === 'object' && value !== null ? { ...value, ...onlyOf(theirs, value) } : value
  const shown = [write.shown ?? []].flat()
  return {
    ...write,
    args: write.args.map(over),
    shown: shown.map((one) => ('patch' in one ? { ...one, patch: over(one.patch) as AnyRow } : one)),
  }
}

const onlyOf = (values: AnyRow, of: object): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in of))
