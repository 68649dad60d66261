import { effect, signal, type Signal } from '@preact/signals'
import type { BrowserStorage } from './storage.ts'

const SAVE_DELAY_MS = 300

export class Drafts {
  #texts = new Map<string, Signal<string>>()
  #unsaved = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #storage: BrowserStorage
  #prefix: string
  #copyKey: string
  #disposers: (() => void)[] = []
  #isStopped = false

  constructor(storage: BrowserStorage, org: string, userId: string) {
    this.#storage = storage
    this.#prefix = `${org}/draft/`
    this.#copyKey = `drafts ${userId} ${org}`
    const save = ({ type }: Event) => {
      if (type === 'pagehide') this.#copyUnsaved()
      void this.save()
    }
    for (const [target, name] of listExitEvents()) {
      target.addEventListener(name, save)
      this.#disposers.push(() => target.removeEventListener(name, save))
    }
    this.#restoreCopy()
  }

  /** Returns the text of a draft, which is read from storage unless it was `restored` from a copy that is newer. */
  openDraft(name: string, restored?: string): Signal<string> {
    const known = this.#texts.get(name)
    if (known) return known
    const text = signal(restored ?? '')
    this.#texts.set(name, text)
    void this.#storage.get<string>(this.#prefix + name).then((found = '') => {
      // The user may have typed before the stored draft was read.
      let isInitial = restored === undefined && text.peek() === ''
      if (isInitial) text.value = found
      const dispose = effect(() => {
        void text.value
        if (!isInitial) this.#scheduleSave(name)
        isInitial = false
      })
      this.#disposers.push(dispose)
      return undefined
    })
    return text
  }

  async save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isStopped) return
    await Promise.all(
      [...this.#unsaved].map(async (name) => {
        const text = this.#texts.get(name)!.peek()
        const saved = text ? this.#storage.set(this.#prefix + name, text) : this.#storage.delete(this.#prefix + name)
        // Signing out in another tab deletes the database while this one writes.
        await saved.catch(() => {})
        if (this.#texts.get(name)!.peek() === text) this.#unsaved.delete(name)
      }),
    )
  }

  /** Copies what is not yet written, since browsers abort writes to the database when a page is reloaded. */
  #copyUnsaved(): void {
    const unsaved = [...this.#unsaved].map((name) => [name, this.#texts.get(name)!.peek()])
    if (!this.#isStopped) sessionStorage.setItem(this.#copyKey, JSON.stringify(unsaved))
  }

  #restoreCopy(): void {
    const copy = globalThis.sessionStorage?.getItem(this.#copyKey)
    if (!copy) return
    sessionStorage.removeItem(this.#copyKey)
    for (const [name, text] of JSON.parse(copy) as [string, string][]) {
      this.openDraft(name, text)
      this.#scheduleSave(name)
    }
  }

  forget(): void {
    this.#isStopped = true
    globalThis.sessionStorage?.removeItem(this.#copyKey)
  }

  close(): void {
    for (const dispose of this.#disposers) dispose()
    void this.save()
  }

  #scheduleSave(name: string): void {
    this.#unsaved.add(name)
    this.#timer ??= setTimeout(() => void this.save(), SAVE_DELAY_MS)
  }
}

function listExitEvents(): [EventTarget, string][] {
  if (!globalThis.document) return []
  return [
    [document, 'visibilitychange'],
    [globalThis as unknown as EventTarget, 'pagehide'],
  ]
}
