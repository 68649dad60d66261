import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createBucketClient } from './bucket-client.ts'
import type { BucketConfig } from './config.ts'
import type { ObjectStore } from './object-store.ts'

/** Size of the parts of a large object, of which S3 allows 10,000. */
const PART_BYTES = 16 * 1024 * 1024

export class BucketObjects implements ObjectStore {
  readonly description: string
  readonly #client: S3Client
  readonly #Bucket: string
  readonly #prefix: string

  constructor(config: BucketConfig) {
    this.description = `the bucket ${config.bucket}${config.endpoint ? ` at ${config.endpoint}` : ''}`
    this.#client = createBucketClient(config)
    this.#Bucket = config.bucket
    this.#prefix = config.prefix
  }

  async put(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const target = this.#locate(name)
    const parts = splitParts(content)
    const first = await parts.next()
    const second = await parts.next()
    if (second.done) {
      await this.#client.send(new PutObjectCommand({ ...target, Body: first.value ?? Buffer.alloc(0) }))
      return
    }
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(target))
    const upload = { ...target, UploadId: UploadId! }
    try {
      await this.#uploadParts(upload, [first.value!, second.value], parts)
    } catch (error) {
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
      throw error
    }
  }

  async #uploadParts(
    upload: { Bucket: string; Key: string; UploadId: string },
    read: Buffer[],
    unread: AsyncIterable<Buffer>,
  ): Promise<void> {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    const send = async (Body: Buffer) => {
      const PartNumber = Parts.length + 1
      const { ETag } = await this.#client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
    }
    for (const part of read) await send(part)
    for await (const part of unread) await send(part)
    await this.#client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  }

  async read(name: string): Promise<Readable | undefined> {
    try {
      return (await this.#client.send(new GetObjectCommand(this.#locate(name)))).Body as Readable
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const scope = { Bucket: this.#Bucket, Prefix: `${this.#prefix}${prefix}` }
    let ContinuationToken: string | undefined
    do {
      const page = await this.#client.send(new ListObjectsV2Command({ ...scope, ContinuationToken }))
      for (const { Key } of page.Contents ?? []) yield Key!.slice(this.#prefix.length)
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken !== undefined)
  }

  async remove(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#locate(name)))
  }

  #locate = (name: string) => ({ Bucket: this.#Bucket, Key: `${this.#prefix}${name}` })
}

/** Joins chunks to parts, since S3 refuses small ones except for the last. */
async function* splitParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    length += chunk.length
    if (length < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(chunks)
}
