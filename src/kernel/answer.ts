import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../storage/storage.ts'

/** A file as the answer of a read. */
export interface FileAnswer {
  /**
   * The name that it is saved under. Without one it is no file but an answer too large to hold, which is shown like any
   * other answer and always sent whole.
   */
  name?: string
  media_type: string
  size: number
  /** Tells one content from another. */
  digest: string
  /** Opens the bytes, or a part of them. */
  open: (range?: ByteRange) => Promise<Readable>
  /** Throws away bytes that were made for this answer alone. It is called once they are open, or will not be sent. */
  discard?: () => Promise<void>
}

/** JSON as bytes, with the hash of them that its ETag is made of. */
export interface WrittenJson {
  bytes: Buffer
  hash: string
}

/** An answer. `version` is the row's counter for the ETag (0 for what has none). */
export interface Answer {
  body: unknown
  version?: number
  /**
   * A digest of the links that this caller sees. Writes can set links and not every reader sees the same ones, so it is
   * a part of the ETag of its own, which If-Match compares beside the version.
   */
  facet?: string
  /** Takes the place of the declared status, which is rarely needed. */
  status?: number
  /** The body holds a secret that is shown once. Where an Idempotency-Key keeps the answer, it is stored encrypted. */
  secret?: boolean
  /** A body that is text of this media type instead of JSON. */
  contentType?: string
  /** The body as JSON that is written already, in the place of `body`. */
  json?: WrittenJson
  /** A file instead of a body, for operations that declare `reply.file`. */
  file?: FileAnswer
  /** Opens a stream of events instead of a body, for operations that declare `reply.live`. Throws where it may not be. */
  live?: () => Readable
}

/** Length of a facet in an ETag. */
export const facetLength = 8

/** The facet of an answer's ETag: short, and different where these values differ. */
export const facetOf = (values: unknown): string =>
  hash('sha256', JSON.stringify(values), 'base64url').slice(0, facetLength)

/** Length of the hash in an ETag. */
export const hashLength = 22

/** The hash of a body that its ETag is made of. */
export const bodyHash = (body: string | Buffer): string =>
  hash('sha256', body, 'base64url').slice(0, hashLength)

/**
 * An answer with this JSON as its body. `version`: of what is answered, from which its ETag is made; 0 for none. `facet`:
 * as an `Answer` has it.
 */
export const answer = (body: unknown, version = 0, facet = ''): Answer => ({ body, version, facet })

/** An answer that is a file; its ETag is made from the version of what the file belongs to. */
export const fileAnswer = (file: FileAnswer, version: number): Answer => ({ body: '', version, file })

/** An answer whose body is JSON that is written already. */
export const jsonAnswer = (json: WrittenJson): Answer => ({ body: undefined, json })

/** An answer that goes on as a stream of events. */
export const liveAnswer = (live: () => Readable): Answer => ({ body: undefined, live })
