import type { Client } from '../support/client.ts'
import type { World } from './world.ts'

/** What one request of an operation carries. */
export interface Prepared {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** The current ETag of what the call is about, where no operation reads it: as its making answered. */
  etag?: string
  /** Who may send it; the organization's owner unless told. */
  as?: Client
}

/** How an operation is called: what there must be, and what to send. */
export interface Call {
  /** Makes new things to work on each time, as the organization's owner. The call then succeeds and, if a write, changes something. */
  prepare(world: World): Promise<Prepared> | Prepared
  /** For a list: makes one more thing for it to show. */
  another?(world: World, prepared: Prepared, index: number): Promise<unknown>
  /** More fields that its body may hold, which name things of the organization. */
  references?(world: World): Promise<Record<string, unknown>>
  /** For a write to one existing thing, or below one: the id of the operation that reads it, whose ETag If-Match is about; of the one that makes it where none reads it. */
  subject?: string
  /** What is called here gives no event, though others of its kind do. */
  quiet?: boolean
}

export type Calls = Record<string, Call>
