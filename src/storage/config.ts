/** Where files are kept: in a folder of this machine, or a bucket that speaks S3. */
export type StorageConfig = FolderConfig | BucketConfig

export interface FolderConfig {
  kind: 'folder'
  folder: string
}

export interface BucketConfig {
  kind: 'bucket'
  bucket: string
  /** Before the name of every object; empty, or ends with a slash. */
  prefix: string
  region: string
  /** Of another provider than AWS. */
  endpoint: string | undefined
  /** The bucket's name is put into the path instead of the host name. */
  pathStyle: boolean
  /** Unset: found by the usual means of AWS (its files, the role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  /** The folder in which uploads wait until they are complete. */
  spool: string
}
