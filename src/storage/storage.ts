import type { Readable } from 'node:stream'

/** Bytes received and flushed to the disk, on their way to becoming an object. */
export interface Spooled {
  path: string
  size: number
  sha256: Buffer
}

/** A part of a file: its first and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where the bytes of files lie: a folder or a bucket. Objects have names that the server made, and never change. What
 * fails for want of the disk or the bucket is a `StorageUnavailable`.
 */
export interface Storage {
  /** Takes in bytes that are to become an object, or not: what is left in the spool is forgotten after a while. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<Spooled>
  /** Throws away what was received, if it is still there. */
  forget(spooled: Spooled): Promise<void>
  /** Makes what was received the object of this name; it outlives a crash from when this resolves. */
  store(name: string, spooled: Spooled): Promise<void>
  /** Opens an object and gives its bytes: all of them, or those of the range. */
  read(name: string, range?: ByteRange): Promise<Readable>
  /** Removes an object, if it is there. */
  remove(name: string): Promise<void>
  /** Forgets what was received an hour ago and has not become an object; gives how much. */
  sweepSpool(now: number): Promise<number>
  /** Where the bytes lie, in a few words for the operator. */
  readonly description: string
}

/** The disk is full, or the bucket does not answer. Nothing was stored. */
export class StorageUnavailable extends Error {}
