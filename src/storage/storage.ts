import type { Readable } from 'node:stream'

/** Complete upload, flushed to disk, that is not an object yet. */
export interface SpooledFile {
  path: string
  size: number
  sha256: Buffer
}

export interface ByteRange {
  start: number
  end: number
}

/**
 * Storage of file contents in a folder or bucket. Objects have server-generated names and never change.
 * Failures of disk or bucket throw `StorageUnavailable`.
 */
export interface FileStorage {
  /** Receives an upload into the spool; abandoned uploads are deleted later. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile>
  discard(spooled: SpooledFile): Promise<void>
  /** Stores an upload as the object of this name, durable once this resolves. */
  commit(name: string, spooled: SpooledFile): Promise<void>
  /** Opens an object; returns its bytes or those of the range. */
  read(name: string, range?: ByteRange): Promise<Readable>
  remove(name: string): Promise<void>
  /** Deletes uploads abandoned for an hour; returns how many. */
  sweepSpool(now: number): Promise<number>
  readonly description: string
}

/** Error of a full disk or unavailable bucket. Nothing was stored. */
export class StorageUnavailable extends Error {}
