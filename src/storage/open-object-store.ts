import type { StorageSettings } from './config.ts'
import { FolderObjects } from './folder-objects.ts'
import type { ObjectStore } from './object-store.ts'

export async function openObjectStore(config: StorageSettings): Promise<ObjectStore> {
  if (config.kind === 'folder') return new FolderObjects(config.folder)
  return new (await import('./bucket-objects.ts')).BucketObjects(config)
}
