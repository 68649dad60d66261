/** Options of the worker. */
export interface WorkerOptions {
  /** Folder of the cluster; undefined for in memory. */
  readonly folder: string | undefined
  /** Dump to load, in memory only. */
  readonly snapshot: Uint8Array | undefined
}

/** Protocol bytes, or a command that the protocol lacks. */
export type Request = Uint8Array | 'reset' | 'dump' | 'syncs' | 'close'

/** Protocol bytes, or the result of a command: nothing, a dump or a count. */
export type Reply = Uint8Array | { readonly done: Uint8Array | number | undefined }
