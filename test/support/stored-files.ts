import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { deleteUnreferencedFiles } from '../../src/http/uploads/stored-files.ts'
import type { TestApp } from './app.ts'

export function findStorageFolder(app: TestApp): string {
  const { storage } = app.services.config
  if (storage.kind !== 'folder') throw new Error('this server stores its files in a bucket')
  return storage.folder
}

export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile())
    .sort()

/** Lists by state the files that the rows expect in the storage. */
export async function listStoredFiles(app: TestApp): Promise<Record<string, string[]>> {
  const rows = await app.sql<{ state: string; name: string }>(
    "SELECT state, org_id || '/' || right(file_id, 2) || '/' || file_id AS name FROM files ORDER BY 2",
  )
  const states: Record<string, string[]> = { arriving: [], kept: [], leaving: [] }
  for (const { state, name } of rows) states[state]!.push(name)
  return states
}

/** Sweeps as the background job does, `later` milliseconds from now. */
export async function deleteUnreferenced(app: TestApp, later = 0): Promise<number> {
  const readLaterClock = () => app.clock.now() + later
  await app.services.storage.sweepSpool(readLaterClock())
  return deleteUnreferencedFiles({ ...app.services, clock: readLaterClock })
}
