import { createHash } from 'node:crypto'
import type { Dependencies } from '../core/dependencies.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { buildFileName, type BackedUpFile } from './layout.ts'

class DamagedFile extends Error {}

/**
 * Copies the files that no earlier backup has; their contents never change. Files that are missing or damaged in the storage
 * are logged and left out, so that they do not prevent the backup of everything else.
 */
export async function copyFiles(
  services: Dependencies,
  store: ObjectStore,
  files: readonly BackedUpFile[],
): Promise<{ files: BackedUpFile[]; missing: number }> {
  const present = new Set<string>()
  if (files.length > 0) for await (const name of store.list('files/')) present.add(name)
  const copied: BackedUpFile[] = []
  for (const file of files) {
    if (present.has(buildFileName(file.name)) || (await copyFile(services, store, file))) copied.push(file)
  }
  return { files: copied, missing: files.length - copied.length }
}

async function copyFile({ storage, log }: Dependencies, store: ObjectStore, file: BackedUpFile): Promise<boolean> {
  try {
    await store.put(buildFileName(file.name), verifyDigest(await storage.read(file.name), file))
    return true
  } catch (error) {
    const isLost = error instanceof DamagedFile || (error as Error).message.endsWith(' is missing')
    if (!isLost) throw error
    log('error', 'file not backed up', { file: file.name, error: String(error) })
    return false
  }
}

/** Yields a content. Throws `DamagedFile` at its end if it is not the one that was uploaded. */
export async function* verifyDigest(
  content: AsyncIterable<Uint8Array>,
  { name, digest }: BackedUpFile,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('base64url') !== digest) throw new DamagedFile(`the file ${name} is damaged`)
}
