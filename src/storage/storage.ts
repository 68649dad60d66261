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

/** Storage of objects with server-generated names, which never change. Failures throw `StorageUnavailable`. */
export interface FileStorage {
  receive(chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile>
  discard(spooled: SpooledFile): Promise<void>
  /** Stores an upload as the object of this name, durable once this resolves. */
  commit(name: string, spooled: SpooledFile): Promise<void>
  read(name: string, range?: ByteRange): Promise<Readable>
  remove(name: string): Promise<void>
  sweepSpool(now: number): Promise<number>
  readonly description: string
}

/** Error of a full disk or unavailable bucket. Nothing was stored. */
export class StorageUnavailable extends Error {}
