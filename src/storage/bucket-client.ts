import { S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from './config.ts'

/** Idle timeout: a slow client also stalls the connection to the bucket. */
const IDLE_TIMEOUT_MS = 120_000

export const createBucketClient = (config: BucketConfig): S3Client =>
  new S3Client({
    region: config.region,
    ...(config.endpoint && { endpoint: config.endpoint }),
    ...(config.credentials && { credentials: config.credentials }),
    forcePathStyle: config.pathStyle,
    // Disables the client's logs: callers report errors.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    // Sends one checksum per object: providers other than AWS may not support those that the client adds.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: IDLE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  })
