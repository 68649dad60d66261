/** An answer. `version` is the row's counter for the ETag (0 for what has none). */
export interface Answer {
  body: unknown
  version?: number
  /** Overrides the declared status; rare. */
  status?: number
  /** The body holds a secret shown once: stored encrypted when an Idempotency-Key keeps it. */
  secret?: boolean
  /** A body that is text of this media type instead of JSON. */
  contentType?: string
}

export const answer = (body: unknown, version = 0): Answer => ({ body, version })
