import { sql } from '../../db/sql.ts'
import { respondWithFile, type OperationResult } from '../result.ts'
import type { Context } from '../../core/context.ts'
import type { UploadedFile } from './form.ts'
import { unavailable } from '../../core/errors.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import type { SpooledFile } from '../../storage/storage.ts'

/** Row of a stored object, which becomes permanent in the transaction that references it, such as an attachment. */
export interface FileRow {
  org_id: string
  file_id: string
  size: number
  digest: string
  media_type: string
}

const buildObjectName = ({ org_id, file_id }: Pick<FileRow, 'org_id' | 'file_id'>): string =>
  `${org_id}/${file_id.slice(-2)}/${file_id}`

/**
 * Stores a received file, as the side effect of an upload. Inserts its row first, so that an interrupted upload leaves no
 * unknown object.
 */
export async function storeFile(ctx: Context, orgId: string, { media_type, spooled }: UploadedFile): Promise<FileRow> {
  const digest = spooled.sha256.toString('base64url')
  const file = { org_id: orgId, file_id: ctx.newId('F'), size: spooled.size, digest, media_type }
  await upsertState(ctx, file, 'arriving')
  try {
    await ctx.services.storage.commit(buildObjectName(file), spooled)
  } catch (error) {
    await discardFile(ctx, file)
    throw error
  }
  return file
}

/** Marks a stored file for deletion unless a transaction has referenced it. */
export async function discardFile(ctx: Context, file: FileRow): Promise<void> {
  await upsertState(ctx, file, 'leaving')
}

/** Upserts the row of an unreferenced file; inserts it again if the sweep has deleted it. */
const upsertState = (ctx: Context, file: FileRow, state: 'arriving' | 'leaving') =>
  ctx.db.query(sql`
    insert into files (org_id, file_id, size, digest, media_type, state, changed_at)
    values (${file.org_id}, ${file.file_id}, ${file.size}, ${file.digest}, ${file.media_type}, ${state}, ${ctx.now})
    on conflict (org_id, file_id) do update set state = excluded.state, changed_at = excluded.changed_at
    where files.state = 'arriving'`)

/**
 * Marks a stored file as referenced, in the transaction that references it. Fails if the sweep has claimed it as abandoned
 * before: whichever of the two runs second detects the other.
 */
export async function markFileReferenced(ctx: Context, { org_id, file_id }: FileRow): Promise<void> {
  const rows = await ctx.db.query(sql`
    update files set state = 'kept', changed_at = ${ctx.now} where org_id = ${org_id} and file_id = ${file_id}
      and state = 'arriving'
    returning 1`)
  if (rows.length === 0) throw unavailable('The upload took too long. Nothing was written. Send it again.')
}

export const releaseFile = (ctx: Context, orgId: string, fileId: string) =>
  ctx.db.query(sql`
    update files set state = 'leaving', changed_at = ${ctx.now} where org_id = ${orgId} and file_id = ${fileId}`)

export function respondWithDownload(ctx: Context, file: FileRow, name: string, version: number): OperationResult {
  const { size, digest, media_type } = file
  const open = (range?: Parameters<Dependencies['storage']['read']>[1]) =>
    ctx.services.storage.read(buildObjectName(file), range)
  return respondWithFile({ name, media_type, size, digest, open }, version)
}

/** Returns the content of a file that something refers to; rejects if the storage lacks it. */
export const readStoredContent = (
  { storage }: Pick<Dependencies, 'storage'>,
  org_id: string,
  file_id: string,
): ReturnType<Dependencies['storage']['read']> => storage.read(buildObjectName({ org_id, file_id }))

const BATCH_SIZE = 100
/** Bounds a run, so that a backlog does not delay shutdown. */
const MAX_BATCHES = 50
/** Time after which an unreferenced upload counts as abandoned, far more than any upload takes. */
const MAX_UPLOAD_MS = 60 * 60 * 1000

/** Pauses the deletion of files while a backup copies those of a former moment. */
export const fileDeletion = {
  pauses: 0,
  pause(): () => void {
    fileDeletion.pauses++
    return () => void fileDeletion.pauses--
  },
}

/**
 * Deletes unreferenced files and abandoned uploads from the storage; safe to run concurrently. Returns the number of
 * deleted files.
 */
export async function deleteUnreferencedFiles({ database, storage, clock }: Dependencies): Promise<number> {
  const { db } = database
  await db.query(sql`
    update files set state = 'leaving' where state = 'arriving'
      and changed_at < ${new Date(clock() - MAX_UPLOAD_MS).toISOString()} returning org_id`)
  let removed = 0
  for (let turn = 0; turn < MAX_BATCHES && fileDeletion.pauses === 0; turn++) {
    const files = await db.query(sql<FileRow>`
      select org_id, file_id from files where state = 'leaving' order by changed_at limit ${BATCH_SIZE}`)
    for (const file of files) {
      await storage.remove(buildObjectName(file))
      const deleted = await db.query(sql`
        delete from files where org_id = ${file.org_id} and file_id = ${file.file_id} and state = 'leaving'
        returning 1`)
      removed += deleted.length
    }
    if (files.length < BATCH_SIZE) break
  }
  return removed
}

/** Returns the content of a stored file, for work outside of requests. */
export async function readStoredFile({ database, storage }: Dependencies, orgId: string, fileId: string) {
  const [file] = await database.db.query(sql<FileRow>`
    select org_id, file_id, size, digest, media_type from files where org_id = ${orgId} and file_id = ${fileId}`)
  if (!file) throw unavailable('The file is missing.')
  return storage.read(buildObjectName(file))
}

export const findStoredFile = (ctx: Context, orgId: string, fileId: string) =>
  ctx.db.queryRow(sql<FileRow>`
    select org_id, file_id, size, digest, media_type from files where org_id = ${orgId} and file_id = ${fileId}`)

/** Stores a received file under a known id, before a transaction inserts its row. */
export const storeContent = ({ storage }: Dependencies, org_id: string, file_id: string, spooled: SpooledFile) =>
  storage.commit(buildObjectName({ org_id, file_id }), spooled)

/** Removes a content whose row was never committed. */
export const removeStoredContent = ({ storage }: Dependencies, org_id: string, file_id: string): Promise<void> =>
  storage.remove(buildObjectName({ org_id, file_id }))
