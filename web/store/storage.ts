import { signal, type ReadonlySignal } from '@preact/signals'
import { clear, createStore, get, getMany, keys, promisifyRequest, type UseStore } from 'idb-keyval'

/** Key-value storage that survives the tab. Keys are sorted. */
export interface BrowserStorage {
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  listByPrefix<T>(prefix: string): Promise<T[]>
  keys(): Promise<string[]>
  clear(): Promise<void>
  /** False while values are stored in memory only. */
  isPersistent: ReadonlySignal<boolean>
}

interface Backend extends Pick<BrowserStorage, 'get' | 'set' | 'delete' | 'clear'> {
  under<T>(prefix: string): Promise<[key: string, value: T][]>
}

/** Timeout for opening the database, since some browsers never respond. */
const OPEN_TIMEOUT_MS = 10_000
/** Keys to delete when storage is full: they can be read from the server again. */
const EVICTABLE_KEYS = /\/cache$/

export const openStorage = (userId: string): BrowserStorage =>
  new FallbackStorage(openIndexedDb(`svc-console ${userId}`))

export const createMemoryStorage = (): BrowserStorage => new FallbackStorage(openMemory())

/** Falls back to memory for values that the database rejects, so that sending never stops for it. */
class FallbackStorage implements BrowserStorage {
  readonly isPersistent = signal(true)
  #disk: Backend
  #memory = openMemory()
  #isAvailable: Promise<boolean>

  constructor(disk: Backend) {
    this.#disk = disk
    this.#isAvailable = withTimeout(disk.get('')).then(
      () => true,
      () => (this.isPersistent.value = false),
    )
  }

  async get<T>(key: string): Promise<T | undefined> {
    return (await this.#memory.get<T>(key)) ?? (await this.#tryDisk((disk) => disk.get<T>(key), undefined))
  }

  async set(key: string, value: unknown): Promise<void> {
    if (await this.#tryWrite(key, value)) return this.#memory.delete(key)
    if (EVICTABLE_KEYS.test(key)) return
    if ((await this.#makeRoom()) && (await this.#tryWrite(key, value))) return this.#memory.delete(key)
    this.isPersistent.value = false
    await this.#memory.set(key, value)
  }

  async delete(key: string): Promise<void> {
    await this.#memory.delete(key)
    await this.#tryDisk((disk) => disk.delete(key), undefined)
  }

  async listByPrefix<T>(prefix: string): Promise<T[]> {
    return [...(await this.#readAll<T>(prefix))].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
  }

  async keys(): Promise<string[]> {
    return [...(await this.#readAll('')).keys()]
  }

  async #readAll<T>(prefix: string): Promise<Map<string, T>> {
    const found = new Map(await this.#tryDisk((disk) => disk.under<T>(prefix), []))
    for (const [key, value] of await this.#memory.under<T>(prefix)) found.set(key, value)
    return found
  }

  async clear(): Promise<void> {
    await this.#memory.clear()
    await this.#tryDisk((disk) => disk.clear(), undefined)
  }

  async #tryDisk<T>(run: (disk: Backend) => Promise<T>, fallback: T): Promise<T> {
    try {
      return (await this.#isAvailable) ? await run(this.#disk) : fallback
    } catch {
      return fallback
    }
  }

  #tryWrite(key: string, value: unknown): Promise<boolean> {
    return this.#tryDisk((disk) => disk.set(key, value).then(() => true), false)
  }

  #makeRoom(): Promise<boolean> {
    return this.#tryDisk(async (disk) => {
      const old = (await disk.under('')).filter(([key]) => EVICTABLE_KEYS.test(key))
      await Promise.all(old.map(([key]) => disk.delete(key)))
      return old.length > 0
    }, false)
  }
}

const withTimeout = <T>(promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timed out')), OPEN_TIMEOUT_MS)
    void promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** Writes with an explicit commit: others are aborted when the page closes before the browser responds. */
const commit = (store: UseStore, write: (objectStore: IDBObjectStore) => unknown): Promise<void> =>
  store('readwrite', (objectStore) => {
    write(objectStore)
    objectStore.transaction.commit()
    return promisifyRequest(objectStore.transaction)
  })

function openIndexedDb(name: string): Backend {
  const store = createStore(name, 'values')
  return {
    // Async, so that a missing IndexedDB rejects instead of throwing.
    get: async (key) => get(key, store),
    set: (key, value) => commit(store, (objectStore) => objectStore.put(value, key)),
    delete: (key) => commit(store, (objectStore) => objectStore.delete(key)),
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

function openMemory(): Backend {
  const values = new Map<string, unknown>()
  return {
    get: async <T>(key: string) => structuredClone(values.get(key)) as T | undefined,
    set: async (key, value) => void values.set(key, structuredClone(value)),
    delete: async (key) => void values.delete(key),
    under: async <T>(prefix: string) => {
      const found = [...values].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
      return found.map(([key, value]): [string, T] => [key, structuredClone(value) as T])
    },
    clear: async () => values.clear(),
  }
}
