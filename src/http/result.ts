import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../storage/storage.ts'

export interface FileResult {
  /** File name of a download. Without one it is a large response body: shown inline and always sent whole. */
  name?: string
  media_type: string
  size: number
  digest: string
  open: (range?: ByteRange) => Promise<Readable>
  /** Deletes bytes created for this response. Called once they are open or will not be sent. */
  discard?: () => Promise<void>
}

export interface SerializedJson {
  bytes: Buffer
  hash: string
}

/** Result of a handler. `version` is the row's counter for the ETag (0 for none). */
export interface OperationResult {
  body: unknown
  version?: number
  /**
   * Digest of the links visible to this caller, a second validator beside the version: links are written through either
   * task, and callers see different ones.
   */
  linksDigest?: string
  status?: number
  /** The response stored for an Idempotency-Key is encrypted. */
  secret?: boolean
  contentType?: string
  json?: SerializedJson
  file?: FileResult
  openStream?: () => Readable
}

export const LINKS_DIGEST_LENGTH = 8

export const digestLinks = (values: unknown): string =>
  hash('sha256', JSON.stringify(values), 'base64url').slice(0, LINKS_DIGEST_LENGTH)

export const BODY_HASH_LENGTH = 22

export const hashBody = (body: string | Buffer): string => hash('sha256', body, 'base64url').slice(0, BODY_HASH_LENGTH)

/** Returns a JSON response; `version` and `linksDigest` are the validators of its ETag. */
export const respond = (body: unknown, version = 0, linksDigest = ''): OperationResult => ({
  body,
  version,
  linksDigest,
})

export const respondWithFile = (file: FileResult, version: number): OperationResult => ({
  body: '',
  version,
  file,
})

/** Returns a body with a secret that is shown once. The copy stored for an Idempotency-Key is encrypted. */
export const respondWithSecret = (body: object, version: number): OperationResult => ({ body, version, secret: true })

export const respondWithJson = (json: SerializedJson): OperationResult => ({ body: undefined, json })

export const respondWithStream = (live: () => Readable): OperationResult => ({
  body: undefined,
  openStream: live,
})
