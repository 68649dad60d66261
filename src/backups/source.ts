import { createHash } from 'node:crypto'
import { createReadStream, existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CommandError } from '../core/command.ts'
import { readBackupTarget } from '../core/config/config.ts'
import { InvalidTar, unpackTar, type TarMember } from '../core/tar.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { openObjectStore } from '../storage/open-object-store.ts'
import {
  buildFileName,
  buildPartName,
  DATABASE_PART,
  listBackups,
  readFileList,
  readManifest,
  type BackedUpFile,
  type BackupManifest,
} from './layout.ts'

/** Backup to restore: one that the server made, or an archive of the data folder of a stopped server. */
export interface BackupSource {
  readonly description: string
  readonly manifest: BackupManifest | undefined
  /** Yields members named as in the data folder: `database/…`, and in an archive also `files/…` and `secret-keys`. */
  readMembers(): AsyncIterable<TarMember>
  listFiles(): AsyncIterable<BackedUpFile>
  readFile(file: BackedUpFile): Promise<AsyncIterable<Uint8Array>>
}

/** Opens a place of backups, one of its backups, or an archive. Throws `CommandError` if there is none. */
export async function openBackupSource(from: string, at: string | undefined): Promise<BackupSource> {
  if (!from.startsWith('s3:')) {
    const file = path.resolve(from)
    if (!existsSync(file)) throw new CommandError(`${file} does not exist`)
    if (statSync(file).isFile()) return openArchive(file)
    if (existsSync(path.join(file, 'manifest.json')))
      return openBackup(await openStore(path.dirname(path.dirname(file))), path.basename(file))
  }
  const store = await openStore(from)
  const { complete } = await listBackups(store)
  const id = at ?? complete.at(-1)
  if (id === undefined) throw new CommandError(`${store.description} has no complete backup`)
  return openBackup(store, id)
}

const openStore = (from: string) => openObjectStore(readBackupTarget(process.env, from))

async function openBackup(store: ObjectStore, id: string): Promise<BackupSource> {
  const manifest = await readManifest(store, id)
  const readMembers = async function* () {
    const part = await store.read(buildPartName(id, DATABASE_PART))
    if (!part) throw new InvalidTar('its database is missing')
    for await (const member of unpackTar(unzip(verifyHash(part, manifest.database.sha256))))
      yield { ...member, name: `database/${member.name}` }
  }
  return {
    description: `backup ${id} in ${store.description}`,
    manifest,
    readMembers,
    listFiles: () => readFileList(store, id),
    async readFile({ name }) {
      const content = await store.read(buildFileName(name))
      if (!content) throw new CommandError(`${store.description} lacks the file ${name} of the backup ${id}`)
      return content
    },
  }
}

function openArchive(file: string): BackupSource {
  const isCompressed = /\.(tgz|gz)$/.test(file)
  return {
    description: file,
    manifest: undefined,
    readMembers() {
      const content = createReadStream(file, { highWaterMark: 256 * 1024 })
      return unpackTar(isCompressed ? unzip(content) : content)
    },
    async *listFiles() {},
    readFile: () => Promise.reject(new Error('files of an archive are members of it')),
  }
}

async function* verifyHash(chunks: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw new InvalidTar('its database differs from the hash in its manifest')
}

async function* unzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const output = new PassThrough()
  const read = pipeline(Readable.from(chunks, { objectMode: false }), createGunzip(), output)
  read.catch(() => undefined)
  yield* output
  await read
}
