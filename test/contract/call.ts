import type { Client } from '../support/client.ts'
import type { Fixture } from './fixtures.ts'

/** Request of one operation. */
export interface Prepared {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
  /** Current ETag of the resource where no operation reads it: from the response to its creation. */
  etag?: string
  /** Caller; default: the organization's owner. */
  as?: Client
}

/** Test data for one operation. */
export interface Call {
  /**
   * Creates new resources as the organization's owner. The call then succeeds and, if it is a write, changes something.
   */
  prepare(fixture: Fixture): Promise<Prepared> | Prepared
  /** Creates one more row for a list. */
  createAnotherRow?(fixture: Fixture, prepared: Prepared, index: number): Promise<unknown>
  /** Returns optional body fields that refer to resources of the organization. */
  references?(fixture: Fixture): Promise<Record<string, unknown>>
  /**
   * Id of the operation that reads the resource that If-Match applies to, or that creates it if none reads it. Required
   * for writes to a resource or below one.
   */
  subject?: string
  /** This call emits no event, unlike other calls of the operation. */
  mayEmitNothing?: boolean
}

export type Calls = Record<string, Call>
