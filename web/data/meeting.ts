import type { About } from './data.ts'
import { withoutRows } from './deciding.ts'
import { deletes, makes, nameOf, newKey, type Entry } from './entry.ts'
import { without } from './merge.ts'
import type { Outbox } from './outbox.ts'
import { refusalOf } from './problems.ts'
import type { Found } from './reading.ts'
import { contradictions, isDone } from './rebase.ts'
import type { AnyRow } from './rows.ts'
import { nothing } from './settled.ts'
import type { Store } from './store.ts'

/** Number of automatic rebases before the user has to decide. */
const MAX_REBASES = 8

export interface MeetingOptions {
  store: Store
  outbox: Outbox
  /** Reads the current row, with the fields that the entry changes; null if deleted or hidden. */
  fresh(entry: Entry, about: About): Promise<Found | null>
  /** Replaces a temporary id. */
  now(about: About): About
  /** Returns which other user changed a row last, and when. */
  changer(about: About, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
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
    for (const about of entry.about) {
      const now = await this.#options.fresh(entry, about)
      if (!now) return entry.about.length > 1 ? this.lessen(entry) : this.#refuseDeleted(entry)
      store.put(about.kind, now.row, { news: true, version: now.version })
      if (contradictions(entry, about, now.row).length || this.#mayHideChanges(entry, about, now))
        isConflict = true
      base[nameOf(about)] = now.version
    }
    const rebased = (entry.rebased ?? 0) + 1
    if (isConflict || rebased > MAX_REBASES) {
      await this.ask(entry, entry.about.some((about) => deletes(entry, about)) ? 'deleting' : 'changed')
      return 'done'
    }
    await outbox.change({ ...without(entry, 'sentAt'), base, key: newKey(), rebased })
    return 'done'
  }

  /** Removes deleted tasks from a bulk mutation, so that the others can be changed. */
  async lessen(entry: Entry): Promise<Met> {
    const { outbox, store, fresh, now } = this.#options
    const found = await Promise.all(
      entry.about.map(async (about) => ({ about, row: await fresh(entry, about) })),
    )
    const gone = found.flatMap(({ about, row }) => (row ? [] : [about]))
    if (!gone.length) return 'same'
    const remaining = withoutRows(entry, new Set(gone.map((about) => nameOf(about))))
    if (!remaining) return this.#refuseDeleted(entry)
    for (const about of gone) store.drop(about.kind, now(about).id)
    await outbox.change({ ...without(remaining, 'sentAt'), key: newKey() })
    return 'done'
  }

  /** Returns whether a row to be deleted may have changed in fields that were never shown. */
  #mayHideChanges({ partly = [], base }: Entry, about: About, now: Found): boolean {
    return partly.includes(nameOf(about)) && now.version !== base[nameOf(about)]
  }

  async #refuseDeleted(entry: Entry): Promise<Met> {
    const problem = refusalOf(404, 'Not Found', 'This was deleted, or you no longer have access to it.')
    await this.#options.outbox.refuse(entry, problem)
    return 'gone'
  }

  /** Checks whether an old attempt was applied; asks the user where that is unclear. */
  async look(entry: Entry): Promise<Met> {
    const result = nothing(entry)
    for (const about of entry.about) {
      const now = makes(entry, about) ? undefined : await this.#options.fresh(entry, about)
      const isThere = now ? isDone(entry, about, now.row) : now === null && deletes(entry, about)
      if (!isThere) {
        await this.ask(entry, 'old')
        return 'done'
      }
      if (now) result.rows.push({ kind: about.kind, row: now.row, version: now.version })
      else result.gone.push(this.#options.now(about))
    }
    if (!entry.about.length) await this.ask(entry, 'old')
    else await this.#options.outbox.settle(result, undefined)
    return 'done'
  }

  /** Asks the user, showing both versions of the fields. */
  async ask(entry: Entry, why: 'changed' | 'deleting' | 'old' = 'changed'): Promise<Met> {
    const versions: Record<string, number | undefined> = {}
    const fields = []
    let changer: { by: string | undefined; at: string | undefined } = { by: undefined, at: undefined }
    let conflictRow = entry.about[0]
    for (const about of entry.about) {
      const now = makes(entry, about) ? null : await this.#options.fresh(entry, about)
      if (!now) continue
      versions[nameOf(about)] = now.version
      const found = contradictions(entry, about, now.row)
      if (found.length && !fields.length) {
        conflictRow = about
        changer = await this.#options.changer(this.#options.now(about), now.row)
      }
      fields.push(...found)
    }
    const question = { why, about: conflictRow, fields, versions, ...changer }
    await this.#options.outbox.change({ ...entry, state: 'asking', question })
    return 'done'
  }
}
