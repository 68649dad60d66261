import type { Readable } from 'node:stream'

/** Folder or bucket for objects with names that the caller chooses. An object appears whole, once it is durable. */
export interface ObjectStore {
  readonly description: string
  put(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Returns undefined for an object that does not exist. */
  read(name: string): Promise<Readable | undefined>
  /** Yields the names that begin with a prefix, which is empty or ends with a slash. */
  list(prefix: string): AsyncIterable<string>
  remove(name: string): Promise<void>
}
