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

/** Who writes in turn with somebody who does not stop is asked after so many rounds. */
const mostRounds = 8

export interface MeetingOptions {
  store: Store
  outbox: Outbox
  /** Reads a row as it is now, with what the entry changes of it; null where it is gone or hidden. */
  fresh(entry: Entry, about: About): Promise<Found | null>
  /** By the id that it has by now. */
  now(about: About): About
  /** Who else changed a row last, and when. */
  changer(about: About, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
}

/** What it is about is gone; or it is as it was, so that whatever was said against the entry stands. */
export type Met = 'done' | 'gone' | 'same'

/** What becomes of a write that meets what somebody else wrote, or of which nobody knows whether it arrived. */
export class Meeting {
  #options: MeetingOptions

  constructor(options: MeetingOptions) {
    this.#options = options
  }

  /** Somebody else wrote meanwhile: on top of that, where it is not about the same; else the person is asked. */
  async rebase(entry: Entry): Promise<Met> {
    const { outbox, store } = this.#options
    const base = { ...entry.base }
    let isAsked = false
    for (const about of entry.about) {
      const now = await this.#options.fresh(entry, about)
      if (!now) return entry.about.length > 1 ? this.lessen(entry) : this.#gone(entry)
      store.put(about.kind, now.row, { news: true, version: now.version })
      if (contradictions(entry, about, now.row).length || this.#isHalfSeen(entry, about, now)) isAsked = true
      base[nameOf(about)] = now.version
    }
    const rebased = (entry.rebased ?? 0) + 1
    if (isAsked || rebased > mostRounds) {
      await this.ask(entry, entry.about.some((about) => deletes(entry, about)) ? 'deleting' : 'changed')
      return 'done'
    }
    await outbox.change({ ...without(entry, 'sentAt'), base, key: newKey(), rebased })
    return 'done'
  }

  /** Of many tasks those that are gone keep nobody from changing the others. */
  async lessen(entry: Entry): Promise<Met> {
    const { outbox, store, fresh, now } = this.#options
    const found = await Promise.all(
      entry.about.map(async (about) => ({ about, row: await fresh(entry, about) })),
    )
    const gone = found.flatMap(({ about, row }) => (row ? [] : [about]))
    if (!gone.length) return 'same'
    const rest = withoutRows(entry, new Set(gone.map((about) => nameOf(about))))
    if (!rest) return this.#gone(entry)
    for (const about of gone) store.drop(about.kind, now(about).id)
    await outbox.change({ ...without(rest, 'sentAt'), key: newKey() })
    return 'done'
  }

  /** Whether a row that is to be deleted may say something new in what was never shown of it. */
  #isHalfSeen({ partly = [], base }: Entry, about: About, now: Found): boolean {
    return partly.includes(nameOf(about)) && now.version !== base[nameOf(about)]
  }

  async #gone(entry: Entry): Promise<Met> {
    const problem = refusalOf(404, 'Not Found', 'This is gone, or you can no longer see it.')
    await this.#options.outbox.refuse(entry, problem)
    return 'gone'
  }

  /** It was sent long ago: is it there? Then all is well; where that can't be seen the person decides. */
  async look(entry: Entry): Promise<Met> {
    const settled = nothing(entry)
    for (const about of entry.about) {
      const now = makes(entry, about) ? undefined : await this.#options.fresh(entry, about)
      const isThere = now ? isDone(entry, about, now.row) : now === null && deletes(entry, about)
      if (!isThere) {
        await this.ask(entry, 'old')
        return 'done'
      }
      if (now) settled.rows.push({ kind: about.kind, row: now.row, version: now.version })
      else settled.gone.push(this.#options.now(about))
    }
    if (!entry.about.length) await this.ask(entry, 'old')
    else await this.#options.outbox.settle(settled, undefined)
    return 'done'
  }

  /** Has the person say what is to be: shows them what they wrote and what is there. */
  async ask(entry: Entry, why: 'changed' | 'deleting' | 'old' = 'changed'): Promise<Met> {
    const versions: Record<string, number | undefined> = {}
    const fields = []
    let changer: { by: string | undefined; at: string | undefined } = { by: undefined, at: undefined }
    let asked = entry.about[0]
    for (const about of entry.about) {
      const now = makes(entry, about) ? null : await this.#options.fresh(entry, about)
      if (!now) continue
      versions[nameOf(about)] = now.version
      const found = contradictions(entry, about, now.row)
      if (found.length && !fields.length) {
        asked = about
        changer = await this.#options.changer(this.#options.now(about), now.row)
      }
      fields.push(...found)
    }
    const question = { why, about: asked, fields, versions, ...changer }
    await this.#options.outbox.change({ ...entry, state: 'asking', question })
    return 'done'
  }
}
