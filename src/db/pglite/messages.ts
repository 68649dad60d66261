/** What the worker is started with. */
export interface WorkerOptions {
  /** The cluster's folder; undefined: in memory. */
  readonly folder: string | undefined
  /** A dump to start from, in memory only. */
  readonly snapshot: Uint8Array | undefined
}

/** Protocol bytes to run, or one of the few things the protocol doesn't have. */
export type Request = Uint8Array | 'reset' | 'dump' | 'syncs' | 'close'

/** Protocol bytes answered, or the answer to a word: nothing, a dump, or a count. */
export type Reply = Uint8Array | { readonly done: Uint8Array | number | undefined }
