import { constants } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { syncPath, syncTree } from './sync.ts'

/** Older snapshots are deleted. */
const MAX_SNAPSHOTS = 3
const MB = 1024 * 1024

/**
 * Copies the folder of the embedded database to `snapshots/TIME` beside it and returns that path. The caller has the only
 * connection and has run a checkpoint, so that the files do not change. Throws if the disk has too little space.
 */
export async function snapshotFolder(folder: string, log: (line: string) => void): Promise<string> {
  const snapshots = join(dirname(folder), 'snapshots')
  const target = join(snapshots, new Date().toISOString().replace(/\.\d+|[-:]/g, ''))
  const bytes = await measureTree(folder)
  await mkdir(snapshots, { recursive: true, mode: 0o700 })
  // The migration itself writes too.
  await requireSpace(snapshots, bytes * 1.2, 'a copy of the database before the migration', SPACE_ADVICE)
  log(`copying the database (${Math.ceil(bytes / MB)} MB) to ${target} before it is migrated`)
  // Until the copy is complete and on disk, its name says that it is not.
  const partial = `${target}.partial`
  await cp(folder, partial, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true })
  syncTree(partial)
  await rename(partial, target)
  syncPath(snapshots)
  await deleteOldSnapshots(snapshots, basename(target))
  return target
}

async function measureTree(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const SPACE_ADVICE = 'free some space, or move old folders in snapshots/ away'

/** Throws if the file system of a folder has too few free bytes for a purpose. */
export async function requireSpace(folder: string, bytes: number, purpose: string, advice: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= bytes) return
  throw new Error(
    `DATA_DIR ${dirname(folder)} has ${Math.floor((bavail * bsize) / MB)} MB free; ${purpose} needs ` +
      `${Math.ceil(bytes / MB)} MB: ${advice}`,
  )
}

async function deleteOldSnapshots(snapshots: string, newest: string): Promise<void> {
  const names = (await readdir(snapshots)).filter((name) => /^\d{8}T\d{6}Z(\.partial)?$/.test(name)).sort()
  const complete = names.filter((name) => !name.endsWith('.partial'))
  const retained = new Set([...complete.slice(-MAX_SNAPSHOTS), newest])
  for (const name of names.filter((one) => !retained.has(one)))
    await rm(join(snapshots, name), { recursive: true, force: true })
}
