import { existsSync, fdatasyncSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath, syncTree } from './sync.ts'

interface MountedFileSystem {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
  tryFSOperation(operation: () => void): void
}

export const syncCounter = { syncs: 0 }

/** File system with a working fsync, which PGlite's lacks, so that an acknowledged commit is on disk. */
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(...args)
    result.emscriptenOpts.preRun?.push(((module: { NODEFS: MountedFileSystem }) => {
      const files = module.NODEFS
      files.stream_ops.fsync = (stream) => {
        syncCounter.syncs++
        files.tryFSOperation(() => fdatasyncSync(stream.nfd))
        return 0
      }
    }) as never)
    return result
  }
}

// Loads only required extensions: in 1 of some 50 databases pg_trgm called a missing function ("null function
// or function signature mismatch").
const extensions = { btree_gin }
const SESSION_PARAMS = ['-c', 'timezone=UTC', '-c', 'datestyle=ISO', '-c', 'statement_timeout=0']
// Drops -F, which disables fsync, and uses the only sync method that calls `stream_ops.fsync`.
const DURABLE_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  ...SESSION_PARAMS,
]
const VOLATILE_PARAMS = [...PGlite.defaultStartParams, ...SESSION_PARAMS]

export function openInMemory(snapshot: Uint8Array | undefined): Promise<PGlite> {
  const loadDataDir = snapshot && new Blob([snapshot as Uint8Array<ArrayBuffer>])
  return PGlite.create({
    dataDir: 'memory://',
    extensions,
    startParams: VOLATILE_PARAMS,
    ...(loadDataDir && { loadDataDir }),
  })
}

export async function openDataFolder(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) await createCluster(folder)
  // Otherwise PGlite would create a new cluster over the damaged one.
  else if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error('PG_VERSION is missing')
  return await PGlite.create({ fs: new DurableFiles(folder), extensions, startParams: DURABLE_PARAMS })
}

/** Renames a complete cluster into place, so that an interrupted start leaves no partial one. */
async function createCluster(folder: string): Promise<void> {
  const temporary = `${folder}.new`
  rmSync(temporary, { recursive: true, force: true })
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  const cluster = await PGlite.create({
    fs: new DurableFiles(temporary),
    extensions,
    startParams: DURABLE_PARAMS,
  })
  await cluster.close()
  syncTree(temporary)
  renameSync(temporary, folder)
  syncPath(dirname(folder))
}
