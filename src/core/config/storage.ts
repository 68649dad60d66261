import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BucketConfig, StorageSettings } from '../../storage/config.ts'
import { ConfigError, type EnvReader } from './reader.ts'

const BUCKET_FORM = 's3://BUCKET/PREFIX?region=REGION&endpoint=URL&path_style=true|false'
const buildErrors = (variable: string, folder: string) => (reason: string) =>
  new ConfigError(variable, `${reason}; it must be ${folder} or ${BUCKET_FORM}`)
type CreateError = ReturnType<typeof buildErrors>

export function readStorage(read: EnvReader, dataDir: string): StorageSettings {
  const text = read.text('STORAGE_URL') ?? `file:${path.join(dataDir, 'files')}`
  const createError = buildErrors('STORAGE_URL', 'file:FOLDER')
  if (text.startsWith('s3:')) return readBucket(read, text, path.join(dataDir, 'incoming'), createError)
  if (!/^file:./.test(text)) throw createError('is neither a folder nor a bucket')
  return { kind: 'folder', folder: parseFolder(text, createError) }
}

/** Parses a place for backups: a folder or a bucket. Throws `ConfigError`. */
export function parseBackupTarget(read: EnvReader, text: string, variable: string): StorageSettings {
  const createError = buildErrors(variable, 'a folder')
  if (text.startsWith('s3:')) return readBucket(read, text, '', createError)
  if (/^[a-z0-9+.-]+:\/\//i.test(text) && !text.startsWith('file:'))
    throw createError('is neither a folder nor a bucket')
  return { kind: 'folder', folder: text.startsWith('file:') ? parseFolder(text, createError) : path.resolve(text) }
}

function parseFolder(text: string, createError: CreateError): string {
  if (!text.startsWith('file://')) return path.resolve(text.slice('file:'.length))
  try {
    return fileURLToPath(text)
  } catch {
    throw createError('is a folder on another machine')
  }
}

const PARAMETERS = ['region', 'endpoint', 'path_style']

function readBucket(read: EnvReader, text: string, spool: string, createError: CreateError): BucketConfig {
  if (!URL.canParse(text)) throw createError('is not a URL')
  const { hostname, username, password, port, pathname, searchParams, hash } = new URL(text)
  if (username || password)
    throw createError('contains credentials, which must be set as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) || port || hash)
    throw createError('has no valid bucket name')
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined) throw createError(`has the unknown parameter ${JSON.stringify(unknown)}`)
  // Allows the characters that flydrive accepts in object names and does not change.
  const prefix = pathname.replace(/^\/+|\/+$/g, '')
  if (!/^([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)?$/.test(prefix))
    throw createError('has a prefix with characters other than A-Z a-z 0-9 _ - and single slashes')
  const endpoint = searchParams.get('endpoint') || undefined
  if (endpoint && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint))
    throw createError('has an endpoint that is not an http or https URL')
  const style = searchParams.get('path_style') ?? String(endpoint !== undefined)
  if (style !== 'true' && style !== 'false') throw createError('has a path_style that is neither true nor false')
  return {
    kind: 'bucket',
    bucket: hostname,
    prefix: prefix && `${prefix}/`,
    region: searchParams.get('region') || read.text('AWS_REGION') || 'us-east-1',
    endpoint,
    pathStyle: style === 'true',
    credentials: readCredentials(read),
    spool,
  }
}

function readCredentials(read: EnvReader): BucketConfig['credentials'] {
  const accessKeyId = read.text('AWS_ACCESS_KEY_ID')
  const secretAccessKey = read.text('AWS_SECRET_ACCESS_KEY')
  const sessionToken = read.text('AWS_SESSION_TOKEN')
  if (!accessKeyId && !secretAccessKey) return undefined
  if (!accessKeyId) throw new ConfigError('AWS_ACCESS_KEY_ID', 'must be set when AWS_SECRET_ACCESS_KEY is')
  if (!secretAccessKey) throw new ConfigError('AWS_SECRET_ACCESS_KEY', 'must be set when AWS_ACCESS_KEY_ID is')
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}
