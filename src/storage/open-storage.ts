import type { StorageSettings } from './config.ts'
import type { FileStorage } from './storage.ts'

export async function openStorage(config: StorageSettings): Promise<FileStorage> {
  if (config.kind === 'folder') return (await import('./folder.ts')).openFolderStorage(config)
  return new (await import('./bucket.ts')).BucketStorage(config)
}
