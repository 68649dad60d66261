import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../storage/storage.ts'

/** A file as the answer of a read. */
export interface FileAnswer {
  /** What it is saved as. Undefined: it is no file but an answer too large to hold, shown as others are, as a whole. */
  name?: string
  media_type: string
  size: number
  /** Tells one content from another. */
  digest: string
  /** The bytes, or a part of them, opened. */
  open: (range?: ByteRange) => Promise<Readable>
  /** For bytes that were made for this answer alone: they are opened now, or will not be. */
  discard?: () => Promise<void>
}

/** An answer. `version` is the row's counter for the ETag (0 for what has none). */
export interface Answer {
  body: unknown
  version?: number
  /**
   * A digest of what writes can set and not every reader sees, as this caller sees it: links. Part of the ETag that
   * If-Match compares beside the version.
   */
  facet?: string
  /** Overrides the declared status; rare. */
  status?: number
  /** The body holds a secret shown once: stored encrypted when an Idempotency-Key keeps it. */
  secret?: boolean
  /** A body that is text of this media type instead of JSON. */
  contentType?: string
  /** A file instead of a body, for operations that declare `reply.file`. */
  file?: FileAnswer
}

/** The facet of an answer's ETag: short, and different where these values differ. */
export const facetOf = (values: unknown): string =>
  hash('sha256', JSON.stringify(values), 'base64url').slice(0, 8)

/**
 * An answer with this JSON as its body. `version`: of what is answered, from which its ETag is made; 0 for none. `facet`:
 * as an `Answer` has it.
 */
export const answer = (body: unknown, version = 0, facet = ''): Answer => ({ body, version, facet })

/** An answer that is a file; its ETag is made from the version of what the file belongs to. */
export const fileAnswer = (file: FileAnswer, version: number): Answer => ({ body: '', version, file })
