import { effect, signal, type Signal } from '@preact/signals'
import type { Keep } from './keep.ts'

const pause = 300

/** Texts that were begun and not sent. They survive the tab: written down a moment after each change, and when it is left. */
export class Drafts {
  #texts = new Map<string, Signal<string>>()
  #unsaved = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #keep: Keep
  #place: string
  #ends: (() => void)[] = []
  #isForgotten = false

  constructor(keep: Keep, org: string) {
    this.#keep = keep
    this.#place = `${org}/draft/`
    const save = () => void this.save()
    for (const [target, name] of leaving()) {
      target.addEventListener(name, save)
      this.#ends.push(() => target.removeEventListener(name, save))
    }
  }

  draft(name: string): Signal<string> {
    const known = this.#texts.get(name)
    if (known) return known
    const text = signal('')
    this.#texts.set(name, text)
    void this.#keep.get<string>(this.#place + name).then((found = '') => {
      // Whoever was quicker than the disk has begun another text.
      let isKept = text.peek() === ''
      if (isKept) text.value = found
      const follow = effect(() => {
        void text.value
        if (!isKept) this.#note(name)
        isKept = false
      })
      this.#ends.push(follow)
      return undefined
    })
    return text
  }

  /** Writes down what changed. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const names = [...this.#unsaved]
    this.#unsaved.clear()
    if (this.#isForgotten) return
    await Promise.all(
      names.map((name) => {
        const text = this.#texts.get(name)!.peek()
        const kept = text ? this.#keep.set(this.#place + name, text) : this.#keep.delete(this.#place + name)
        // Signing out in another tab empties the browser's storage under it.
        return kept.catch(() => {})
      }),
    )
  }

  /** Keeps nothing from now on. */
  forget(): void {
    this.#isForgotten = true
  }

  close(): void {
    for (const end of this.#ends) end()
    void this.save()
  }

  #note(name: string): void {
    this.#unsaved.add(name)
    this.#timer ??= setTimeout(() => void this.save(), pause)
  }
}

/** When a page may be seen for the last time. */
function leaving(): [EventTarget, string][] {
  if (!globalThis.document) return []
  return [
    [document, 'visibilitychange'],
    [globalThis as unknown as EventTarget, 'pagehide'],
  ]
}
