/** Where files are kept: in a folder of this machine, or a bucket that speaks S3. */
export type StorageConfig = FolderConfig | BucketConfig

/** Files in a folder. */
export interface FolderConfig {
  kind: 'folder'
  folder: string
}

/** Files in a bucket, and how it is reached. */
export interface BucketConfig {
  kind: 'bucket'
  bucket: string
  /** What comes before the name of every object: empty, or a text that ends with a slash. */
  prefix: string
  region: string
  /** The address of a provider other than AWS. */
  endpoint: string | undefined
  /** The bucket's name is put into the path instead of the host name. */
  pathStyle: boolean
  /** Without them they are found by the usual means of AWS: its files, or the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | undefined
  /** The folder in which uploads wait until they are complete. */
  spool: string
}
