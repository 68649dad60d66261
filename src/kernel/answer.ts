import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../storage/storage.ts'

export interface FileAnswer {
  /** File name of a download. Without one it is a large response body: shown inline and always sent whole. */
  name?: string
  media_type: string
  size: number
  /** Changes with the content. */
  digest: string
  /** Opens the bytes, or a range of them. */
  open: (range?: ByteRange) => Promise<Readable>
  /** Deletes bytes created for this response. Called once they are open or will not be sent. */
  discard?: () => Promise<void>
}

/** Serialized JSON with the hash for its ETag. */
export interface WrittenJson {
  bytes: Buffer
  hash: string
}

/** Result of a handler. `version` is the row's counter for the ETag (0 for none). */
export interface Answer {
  body: unknown
  version?: number
  /**
   * Digest of the links visible to this caller, a second validator beside the version: links are written through either
   * task, and callers see different ones.
   */
  facet?: string
  /** Overrides the declared status. */
  status?: number
  /** The body has a secret that is shown once: the response stored for an Idempotency-Key is encrypted. */
  secret?: boolean
  /** Media type of a text body instead of JSON. */
  contentType?: string
  /** Serialized JSON instead of `body`. */
  json?: WrittenJson
  /** File instead of a body, for operations that declare `reply.file`. */
  file?: FileAnswer
  /** Opens an event stream instead of a body, for operations that declare `reply.live`. */
  live?: () => Readable
}

export const facetLength = 8

export const facetOf = (values: unknown): string =>
  hash('sha256', JSON.stringify(values), 'base64url').slice(0, facetLength)

export const hashLength = 22

export const bodyHash = (body: string | Buffer): string =>
  hash('sha256', body, 'base64url').slice(0, hashLength)

/** Returns a JSON response; `version` and `facet` are the validators of its ETag. */
export const answer = (body: unknown, version = 0, facet = ''): Answer => ({ body, version, facet })

/** Returns a file response; the ETag has the version of the resource that the file belongs to. */
export const fileAnswer = (file: FileAnswer, version: number): Answer => ({ body: '', version, file })

export const jsonAnswer = (json: WrittenJson): Answer => ({ body: undefined, json })

export const liveAnswer = (live: () => Readable): Answer => ({ body: undefined, live })
