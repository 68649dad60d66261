import type { StorageConfig } from './config.ts'
import type { Storage } from './storage.ts'

export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'folder') return (await import('./folder.ts')).openFolder(config)
  return new (await import('./bucket.ts')).Bucket(config)
}
