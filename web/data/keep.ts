import { clear, createStore, del, get, getMany, keys, promisifyRequest } from 'idb-keyval'

/** Where things survive the tab, by keys that sort. */
export interface Keep {
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  /** All whose keys begin with this, in the order of the keys. */
  under<T>(prefix: string): Promise<T[]>
  clear(): Promise<void>
}

/** What a browser keeps for one person; in memory alone where it keeps nothing. */
export function openKeep(person: string): Keep {
  const found = firstThatWorks(person)
  return {
    get: async (key) => (await found).get(key),
    set: async (key, value) => (await found).set(key, value),
    delete: async (key) => (await found).delete(key),
    under: async (prefix) => (await found).under(prefix),
    clear: async () => (await found).clear(),
  }
}

async function firstThatWorks(person: string): Promise<Keep> {
  try {
    const keep = inBrowser(`svc ${person}`)
    await keep.get('')
    return keep
  } catch {
    return inMemory()
  }
}

function inBrowser(name: string): Keep {
  const store = createStore(name, 'kept')
  return {
    get: (key) => get(key, store),
    // Committed at once: what is left to itself is given up when the page is closed before the browser has answered.
    set: (key, value) =>
      store('readwrite', (kept) => {
        kept.put(value, key)
        kept.transaction.commit()
        return promisifyRequest(kept.transaction)
      }),
    delete: (key) => del(key, store),
    async under<T>(prefix: string): Promise<T[]> {
      const found = (await keys<string>(store)).filter((key) => key.startsWith(prefix)).sort()
      return (await getMany<T>(found, store)).filter((value) => value !== undefined)
    },
    clear: () => clear(store),
  }
}

/** Keeps things for as long as the tab lives: where the browser refuses to store, and in tests. */
export function inMemory(): Keep {
  const kept = new Map<string, unknown>()
  return {
    get: async <T>(key: string) => structuredClone(kept.get(key)) as T | undefined,
    set: async (key, value) => void kept.set(key, structuredClone(value)),
    delete: async (key) => void kept.delete(key),
    under: async <T>(prefix: string) => {
      const found = [...kept.keys()].filter((key) => key.startsWith(prefix)).sort()
      return found.map((key) => structuredClone(kept.get(key)) as T)
    },
    clear: async () => kept.clear(),
  }
}
