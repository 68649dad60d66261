import type { Svc, SvcProblem } from '@svc/sdk'
import { refusalOf } from './calls.ts'
import type { About, Inverse } from './data.ts'
import { same, without, type AnyRow } from './rows.ts'
import {
  deletes,
  makes,
  nameOf,
  newKey,
  nothing,
  patchOf,
  type Entry,
  type Question,
  type Settled,
} from './mutations.ts'
import type { Found } from './reading.ts'
import type { Store } from './store.ts'

/** Number of automatic rebases before the user has to decide. */
const MAX_REBASES = 8

/** The parts of the outbox that resolving a conflict changes; the outbox itself loads this file. */
interface EntryUpdates {
  change(entry: Entry): Promise<void>
  refuse(entry: Entry, problem: SvcProblem): Promise<void>
  settle(settled: Settled, answer: unknown): Promise<void>
}

export interface MeetingOptions {
  store: Store
  outbox: EntryUpdates
  fresh(entry: Entry, ref: About): Promise<Found | null>
  now(ref: About): About
  changer(ref: About, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
}

/** `gone`: the row does not exist; `same`: nothing changed, so the server's error stands. */
export type Met = 'done' | 'gone' | 'same'

/** Detects and resolves conflicts of mutations with changes of other users, and of attempts with unknown outcome. */
export class Meeting {
  #options: MeetingOptions

  constructor(options: MeetingOptions) {
    this.#options = options
  }

  /** Rebases an entry on another user's change; asks the user where both changed the same fields. */
  async rebase(entry: Entry): Promise<Met> {
    const { outbox, store } = this.#options
    const base = { ...entry.base }
    let isConflict = false
    for (const ref of entry.about) {
      const now = await this.#options.fresh(entry, ref)
      if (!now) return entry.about.length > 1 ? this.dropDeleted(entry) : this.#refuseDeleted(entry)
      store.put(ref.kind, now.row, { news: true, version: now.version })
      if (contradictions(entry, ref, now.row).length || this.#mayHideChanges(entry, ref, now))
        isConflict = true
      base[nameOf(ref)] = now.version
    }
    const rebased = (entry.rebased ?? 0) + 1
    if (isConflict || rebased > MAX_REBASES) {
      await this.askUser(entry, entry.about.some((ref) => deletes(entry, ref)) ? 'deleting' : 'changed')
      return 'done'
    }
    await outbox.change({ ...without(entry, 'sentAt'), base, key: newKey(), rebased })
    return 'done'
  }

  /** Removes deleted tasks from a bulk mutation, so that the others can be changed. */
  async dropDeleted(entry: Entry): Promise<Met> {
    const { outbox, store, fresh, now } = this.#options
    const found = await Promise.all(entry.about.map(async (ref) => ({ ref, row: await fresh(entry, ref) })))
    const gone = found.flatMap(({ ref, row }) => (row ? [] : [ref]))
    if (!gone.length) return 'same'
    const remaining = withoutRows(entry, new Set(gone.map((ref) => nameOf(ref))))
    if (!remaining) return this.#refuseDeleted(entry)
    for (const ref of gone) store.drop(ref.kind, now(ref).id)
    await outbox.change({ ...without(remaining, 'sentAt'), key: newKey() })
    return 'done'
  }

  /** Returns whether a row to be deleted may have changed in fields that were never shown. */
  #mayHideChanges({ partly = [], base }: Entry, ref: About, now: Found): boolean {
    return partly.includes(nameOf(ref)) && now.version !== base[nameOf(ref)]
  }

  async #refuseDeleted(entry: Entry): Promise<Met> {
    const problem = refusalOf(404, 'Not Found', 'This was deleted, or you no longer have access to it.')
    await this.#options.outbox.refuse(entry, problem)
    return 'gone'
  }

  /** Checks whether an old attempt was applied; asks the user where that is unclear. */
  async checkOldAttempt(entry: Entry): Promise<Met> {
    const result = nothing(entry)
    for (const ref of entry.about) {
      const now = makes(entry, ref) ? undefined : await this.#options.fresh(entry, ref)
      const isThere = now ? isDone(entry, ref, now.row) : now === null && deletes(entry, ref)
      if (!isThere) {
        await this.askUser(entry, 'old')
        return 'done'
      }
      if (now) result.rows.push({ kind: ref.kind, row: now.row, version: now.version })
      else result.gone.push(this.#options.now(ref))
    }
    if (!entry.about.length) await this.askUser(entry, 'old')
    else await this.#options.outbox.settle(result, undefined)
    return 'done'
  }

  /** Asks the user, showing both versions of the fields. */
  async askUser(entry: Entry, why: 'changed' | 'deleting' | 'old' = 'changed'): Promise<Met> {
    const versions: Record<string, number | undefined> = {}
    const fields = []
    let changer: { by: string | undefined; at: string | undefined } = { by: undefined, at: undefined }
    let conflictRow = entry.about[0]
    for (const ref of entry.about) {
      const now = makes(entry, ref) ? null : await this.#options.fresh(entry, ref)
      if (!now) continue
      versions[nameOf(ref)] = now.version
      const found = contradictions(entry, ref, now.row)
      if (found.length && !fields.length) {
        conflictRow = ref
        changer = await this.#options.changer(this.#options.now(ref), now.row)
      }
      fields.push(...found)
    }
    const question: Question = { why, about: conflictRow, fields, versions, ...changer }
    await this.#options.outbox.change({ ...entry, state: 'asking', question })
    return 'done'
  }
}

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
export function contradictions(entry: Entry, ref: About, current: AnyRow): Field[] {
  if (LINK_METHODS.test(entry.call)) return []
  const row = nameOf(ref)
  const before = entry.before[row] ?? {}
  const mine = deletes(entry, ref) ? undefined : patchOf(entry, ref)
  const names = mine ? Object.keys(mine) : Object.keys(before).filter((name) => !INCIDENTAL_FIELDS.test(name))
  return names
    .filter((name) => name in current && before[name] !== undefined && !POSITION_FIELDS.has(name))
    .filter((name) => !same(before[name], current[name]) && !(mine && same(mine[name], current[name])))
    .map((name) => ({ row, name, before: before[name], mine: mine?.[name], theirs: current[name] }))
}

const isDone = (entry: Entry, ref: About, current: AnyRow): boolean => {
  const mine = Object.entries(patchOf(entry, ref))
  return mine.length > 0 && mine.every(([name, value]) => same(value, current[name]))
}

type Fields = Question['fields']

/** Changes to the mutations of an undo step, so that undo restores the user's own part only. */
export interface Decision {
  forward(mutation: Inverse): Inverse[]
  back(mutation: Inverse): Inverse[]
}

/** Applies the user's decision to a mutation. Returns no entry where nothing is left to send. */
export function decide(
  conflicting: Entry,
  isMine: boolean,
): { entry: Entry | undefined; decision: Decision } {
  const { question, sentAt: _sentAt, rebased: _rebased, ...entry } = conflicting
  const { fields, versions, why } = question!
  const reset = { base: { ...entry.base, ...versions }, state: 'waiting', key: newKey() } as const
  const dropTheirs = (mutation: Inverse) => dropFields(mutation, fields)
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
    forward: (mutation: Inverse) => [mutation],
    back: (mutation: Inverse) => [rebaseInverse(mutation, fields)],
  }
  return { entry: { ...entry, before, ...reset }, decision }
}

/** Returns the mutation without the fields left to the other user; undefined where nothing remains. */
function withoutFields<T extends MutationLike>(entry: T, fields: Fields): T | undefined {
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

type MutationLike = Pick<Entry, 'call' | 'args' | 'about' | 'shown'>

function withoutRows<T extends MutationLike>(entry: T, rows: ReadonlySet<string>): T | undefined {
  const refs = entry.about.filter((one) => !rows.has(nameOf(one)))
  const [body, ...rest] = entry.args as [AnyRow, ...unknown[]]
  const ids = new Set(refs.map(({ id }) => id))
  const shown = entry.shown.filter(({ id }) => ids.has(id))
  return refs.length
    ? { ...entry, about: refs, shown, args: [{ ...body, task_ids: [...ids] }, ...rest] }
    : undefined
}

function dropFields(mutation: Inverse, fields: Fields): Inverse[] {
  const { about: refs = [], shown = [] } = mutation
  const single: Inverse & MutationLike = { ...mutation, about: [refs].flat(), shown: [shown].flat() }
  const remaining = withoutFields(single, fields)
  return remaining ? [remaining] : []
}

/** Returns the inverse with the other user's values in place of those shown before. */
function rebaseInverse(mutation: Inverse, fields: Fields): Inverse {
  if (!mutation.call.endsWith('.update')) return mutation
  const theirs = Object.fromEntries(fields.map(({ name, theirs = null }) => [name, theirs]))
  const override = (value: unknown) =>
    typeof value === 'object' && value !== null ? { ...value, ...pickKeys(theirs, value) } : value
  const shown = [mutation.shown ?? []].flat()
  return {
    ...mutation,
    args: mutation.args.map(override),
    shown: shown.map((one) => ('patch' in one ? { ...one, patch: override(one.patch) as AnyRow } : one)),
  }
}

const pickKeys = (values: AnyRow, source: object): AnyRow =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in source))

/** Returns which other user changed a row last and when, as far as its history or the row says. */
export async function changer(
  svc: Svc,
  { kind, id }: About,
  row: AnyRow,
  me: string | null,
): Promise<{ by: string | undefined; at: string | undefined }> {
  const [by, at] = [row.updated_by ?? undefined, row.updated_at ?? undefined] as (string | undefined)[]
  if (kind !== 'tasks' || (by !== undefined && by !== me)) return { by, at }
  const { data } = await svc.taskHistory.list({
    task_id: id,
    sort_by: 'created_at',
    sort_order: 'desc',
    limit: 20,
  })
  const other = data.find(({ created_by }) => created_by !== me)
  return { by: other?.created_by ?? by, at: other?.created_at ?? at }
}
