export type StorageSettings = FolderConfig | BucketConfig

export interface FolderConfig {
  kind: 'folder'
  folder: string
}

export interface BucketConfig {
  kind: 'bucket'
  bucket: string
  /** Prefix of object names: empty, or with a trailing slash. */
  prefix: string
  region: string
  endpoint: string | undefined
  pathStyle: boolean
  /** Credentials; undefined for the default chain of AWS (files, machine role). */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  spool: string
}
