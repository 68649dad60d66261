import { effect, signal, type Signal } from '@preact/signals'
import type { BrowserStorage } from './storage.ts'

const SAVE_DELAY_MS = 300

export class Drafts {
  #texts = new Map<string, Signal<string>>()
  #unsaved = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #storage: BrowserStorage
  #prefix: string
  #disposers: (() => void)[] = []
  #isStopped = false

  constructor(storage: BrowserStorage, org: string) {
    this.#storage = storage
    this.#prefix = `${org}/draft/`
    const save = () => void this.save()
    for (const [target, name] of listExitEvents()) {
      target.addEventListener(name, save)
      this.#disposers.push(() => target.removeEventListener(name, save))
    }
  }

  openDraft(name: string): Signal<string> {
    const known = this.#texts.get(name)
    if (known) return known
    const text = signal('')
    this.#texts.set(name, text)
    void this.#storage.get<string>(this.#prefix + name).then((found = '') => {
      // The user may have typed before the stored draft was read.
      let isInitial = text.peek() === ''
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
    const names = [...this.#unsaved]
    this.#unsaved.clear()
    if (this.#isStopped) return
    await Promise.all(
      names.map((name) => {
        const text = this.#texts.get(name)!.peek()
        const saved = text ? this.#storage.set(this.#prefix + name, text) : this.#storage.delete(this.#prefix + name)
        // Signing out in another tab deletes the database while this one writes.
        return saved.catch(() => {})
      }),
    )
  }

  forget(): void {
    this.#isStopped = true
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
