import type { StorageConfig } from './config.ts'
import type { Storage } from './storage.ts'

/** Opens the configured storage; loads the S3 client only for buckets. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  if (config.kind === 'folder') return (await import('./folder.ts')).openFolder(config)
  return new (await import('./bucket.ts')).Bucket(config)
}
