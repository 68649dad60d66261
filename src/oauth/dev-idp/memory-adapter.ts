interface Entry {
  payload: Payload
  expires: number
}
interface Payload {
  grantId?: string
  uid?: string
  consumed?: number
}

const MAX_ENTRIES = 10_000

/**
 * Creates an in-memory adapter class for a provider, which is enough for development. Evicts the oldest entry beyond
 * 10,000.
 */
export function createMemoryAdapter() {
  const entries = new Map<string, Entry>()

  return class MemoryAdapter {
    readonly #model: string

    constructor(model: string) {
      this.#model = model
    }

    async upsert(id: string, payload: Payload, expiresIn: number): Promise<void> {
      const key = this.#key(id)
      entries.delete(key)
      if (entries.size >= MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '')
      entries.set(key, { payload, expires: performance.now() + expiresIn * 1000 })
    }

    async find(id: string): Promise<Payload | undefined> {
      const entry = entries.get(this.#key(id))
      return entry && entry.expires > performance.now() ? entry.payload : undefined
    }

    async findByUid(uid: string): Promise<Payload | undefined> {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(`${this.#model}:`) && payload.uid === uid)
          return this.find(key.slice(this.#model.length + 1))
      }
      return undefined
    }

    async consume(id: string): Promise<void> {
      const entry = entries.get(this.#key(id))
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string): Promise<void> {
      entries.delete(this.#key(id))
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
    }

    #key(id: string): string {
      return `${this.#model}:${id}`
    }
  }
}
