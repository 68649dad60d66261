import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { GetObjectCommand, NoSuchKey, type S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import { createBucketClient } from './bucket-client.ts'
import type { BucketConfig } from './config.ts'
import { rejectStorageUnavailable, Spool } from './spool.ts'
import type { ByteRange, SpooledFile, FileStorage } from './storage.ts'

const FIRST_BYTE_TIMEOUT_MS = 15_000

/** Stores files in an S3 bucket. Uploads are spooled locally first, since S3 requires their length. */
export class BucketStorage implements FileStorage {
  readonly description: string
  readonly #config: BucketConfig
  readonly #client: S3Client
  readonly #disk: Disk
  readonly #spool: Spool

  constructor(config: BucketConfig) {
    this.description = `the bucket ${config.bucket}${config.endpoint ? ` at ${config.endpoint}` : ''}`
    this.#config = config
    this.#client = createBucketClient(config)
    const driver = new S3Driver({
      client: this.#client,
      bucket: config.bucket,
      visibility: 'private',
      supportsACL: false,
    })
    this.#disk = new Disk(driver)
    this.#spool = new Spool(config.spool)
  }

  receive = (chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile> => this.#spool.receive(chunks)
  discard = (spooled: SpooledFile): Promise<void> => this.#spool.forget(spooled)
  sweepSpool = (now: number): Promise<number> => this.#spool.sweep(now)
  remove = (name: string): Promise<void> => this.#disk.delete(this.#key(name)).catch(rejectStorageUnavailable)

  async commit(name: string, spooled: SpooledFile): Promise<void> {
    const options = {
      contentLength: spooled.size,
      contentType: 'application/octet-stream',
      ChecksumSHA256: spooled.sha256.toString('base64'),
    }
    await this.#disk
      .putStream(this.#key(name), createReadStream(spooled.path), options)
      .catch((error: Error) => rejectStorageUnavailable(error.cause ?? error))
    await this.discard(spooled)
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    const { bucket: Bucket } = this.#config
    const Range = range && `bytes=${range.start}-${range.end}`
    const command = new GetObjectCommand({ Bucket, Key: this.#key(name), ...(Range && { Range }) })
    const { Body } = await this.#client
      .send(command, { requestTimeout: FIRST_BYTE_TIMEOUT_MS })
      .catch((error: unknown) => {
        if (error instanceof NoSuchKey) throw new Error(`the file ${name} is missing`, { cause: error })
        return rejectStorageUnavailable(error)
      })
    return Body as Readable
  }

  #key = (name: string): string => `${this.#config.prefix}${name}`
}
