import { signal, type ReadonlySignal } from '@preact/signals'
import { clear, createStore, del, get, getMany, keys, promisifyRequest } from 'idb-keyval'

/** Where things survive the tab, by keys that sort. */
export interface Keep {
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** All whose keys begin with this, in the order of the keys. */
  under<T>(prefix: string): Promise<T[]>
  keys(): Promise<string[]>
  clear(): Promise<void>
  /** Whether what was kept last outlives the tab. */
  lasts: ReadonlySignal<boolean>
}

/** Where things are put, one of which may fail. */
interface Place extends Omit<Keep, 'under' | 'keys' | 'lasts'> {
  under<T>(prefix: string): Promise<[key: string, value: T][]>
}

/** How long a browser may take to open what it keeps. Some never answer. */
const patience = 10_000
/** What can be read again makes room for what cannot. */
const spare = /\/cache$/

/** What a browser keeps for one person; in memory alone what it refuses to keep. */
export const openKeep = (person: string): Keep => new Kept(inBrowser(`svc ${person}`))

/** Keeps things for as long as the tab lives, for tests. */
export const inMemory = (): Keep => new Kept(inTab())

/** Keeps in one place, and what that refuses in the tab: so that nothing that was written stops on its way for it. */
class Kept implements Keep {
  readonly lasts = signal(true)
  #disk: Place
  #tab = inTab()
  #works: Promise<boolean>

  constructor(disk: Place) {
    this.#disk = disk
    this.#works = inTime(disk.get('')).then(
      () => true,
      () => (this.lasts.value = false),
    )
  }

  async get<T>(key: string): Promise<T | undefined> {
    return (await this.#tab.get<T>(key)) ?? (await this.#onDisk((disk) => disk.get<T>(key), undefined))
  }

  async set(key: string, value: unknown): Promise<void> {
    if (await this.#written(key, value)) return this.#tab.delete(key)
    if (spare.test(key)) return
    if ((await this.#makeRoom()) && (await this.#written(key, value))) return this.#tab.delete(key)
    this.lasts.value = false
    await this.#tab.set(key, value)
  }

  async delete(key: string): Promise<void> {
    await this.#tab.delete(key)
    await this.#onDisk((disk) => disk.delete(key), undefined)
  }

  async under<T>(prefix: string): Promise<T[]> {
    return [...(await this.#all<T>(prefix))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
  }

  async keys(): Promise<string[]> {
    return [...(await this.#all('')).keys()]
  }

  async #all<T>(prefix: string): Promise<Map<string, T>> {
    const found = new Map(await this.#onDisk((disk) => disk.under<T>(prefix), []))
    for (const [key, value] of await this.#tab.under<T>(prefix)) found.set(key, value)
    return found
  }

  async clear(): Promise<void> {
    await this.#tab.clear()
    await this.#onDisk((disk) => disk.clear(), undefined)
  }

  async #onDisk<T>(act: (disk: Place) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return (await this.#works) ? await act(this.#disk) : otherwise
    } catch {
      return otherwise
    }
  }

  #written(key: string, value: unknown): Promise<boolean> {
    return this.#onDisk((disk) => disk.set(key, value).then(() => true), false)
  }

  #makeRoom(): Promise<boolean> {
    return this.#onDisk(async (disk) => {
      const old = (await disk.under('')).filter(([key]) => spare.test(key))
      await Promise.all(old.map(([key]) => disk.delete(key)))
      return old.length > 0
    }, false)
  }
}

const inTime = <T>(wanted: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), patience)
    void wanted.then(resolve, reject).finally(() => clearTimeout(timer))
  })

function inBrowser(name: string): Place {
  const store = createStore(name, 'kept')
  return {
    // Async, so that where there is no such thing at all it fails as it does where it is refused.
    get: async (key) => get(key, store),
    // Committed at once: what is left to itself is given up when the page is closed before the browser has answered.
    set: (key, value) =>
      store('readwrite', (kept) => {
        kept.put(value, key)
        kept.transaction.commit()
        return promisifyRequest(kept.transaction)
      }),
    delete: (key) => del(key, store),
    async under<T>(prefix: string) {
      const found = (await keys<string>(store)).filter((key) => key.startsWith(prefix)).sort()
      const values = await getMany<T | undefined>(found, store)
      return found.flatMap((key, at): [string, T][] => {
        const value = values[at]
        return value === undefined ? [] : [[key, value]]
      })
    },
    clear: () => clear(store),
  }
}

function inTab(): Place {
  const kept = new Map<string, unknown>()
  return {
    get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
    set: async (key, value) => void kept.set(key, structuredClone(value)),
    delete: async (key) => void kept.delete(key),
    under: async <T>(prefix: string) => {
      const found = [...kept].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
      return found.map(([key, value]): [string, T] => [key, structuredClone(value) as T])
    },
    clear: async () => kept.clear(),
  }
}
