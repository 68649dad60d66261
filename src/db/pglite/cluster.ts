import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Emscripten's mounted file system, as far as it is used here. */
interface MountedFiles {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  tryFSOperation(operation: () => void): void
}

/** How often data was forced to the disk. */
export const disk = { syncs: 0 }

/** PGlite's file system does nothing on fsync; this one does it, so that an acknowledged commit is on the disk. */
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    result.emscriptenOpts.preRun?.push(((module: { NODEFS: MountedFiles }) => {
      const files = module.NODEFS
      files.stream_ops.fsync = (stream) => {
        disk.syncs++
        files.tryFSOperation(() => fdatasyncSync(stream.nfd))
        return 0
      }
    }) as never)
    return result
  }
}

// No more than the schema needs: an extension is a module of its own beside the engine's, and in 1 of some 50 databases
// pg_trgm's called a function that was not there ("null function or function signature mismatch").
const extensions = { btree_gin }
const session = ['-c', 'timezone=UTC', '-c', 'datestyle=ISO', '-c', 'statement_timeout=0']
// These are without -F, which turns fsync off, and with the one sync method that reaches `stream_ops.fsync`.
const durable = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...session,
]
const volatile = [...PGlite.defaultStartParams, ...session]

/** Opens a database that lives in memory, as empty or as dumped. */
export function openMemory(snapshot: Uint8Array | undefined): Promise<PGlite> {
  const loadDataDir = snapshot && new Blob([snapshot as Uint8Array<ArrayBuffer>])
  return PGlite.create({
    dataDir: 'memory://',
    extensions,
    startParams: volatile,
    ...(loadDataDir && { loadDataDir }),
  })
}

/** Opens the cluster in a folder; makes it first when there is none. */
export async function openFolder(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) await create(folder)
  // Else it would be taken for an empty folder, and a new cluster would be made over the old one.
  else if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error('PG_VERSION is missing')
  return await PGlite.create({ fs: new DurableFiles(folder), extensions, startParams: durable })
}

/**
 * Makes a cluster beside its place and moves it there when it is complete, so that an interrupted start leaves nothing
 * half made.
 */
async function create(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const cluster = await PGlite.create({ fs: new DurableFiles(unfinished), extensions, startParams: durable })
  await cluster.close()
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else if (entry.isFile()) syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
