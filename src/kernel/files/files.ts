import { sql } from '../../db/sql.ts'
import { fileAnswer, type Answer } from '../answer.ts'
import type { Context } from '../context.ts'
import type { Received } from './form.ts'
import { unavailable } from '../problem.ts'
import type { Services } from '../services/services.ts'

/**
 * The row of an object of the storage. It is kept by the transaction that makes a row that points to it, such as an
 * attachment.
 */
export interface FileRow {
  org_id: string
  file_id: string
  size: number
  digest: string
  media_type: string
}

/** Its name in the storage, which nobody but the server chooses. */
const objectName = ({ org_id, file_id }: Pick<FileRow, 'org_id' | 'file_id'>): string =>
  `${org_id}/${file_id.slice(-2)}/${file_id}`

/**
 * Puts a received file into the storage: what an upload does between its two transactions. Its row is there first, so
 * that whatever breaks off leaves no object that nobody knows of.
 */
export async function storeFile(
  ctx: Context,
  orgId: string,
  { media_type, spooled }: Received,
): Promise<FileRow> {
  const digest = spooled.sha256.toString('base64url')
  const file = { org_id: orgId, file_id: ctx.newId('F'), size: spooled.size, digest, media_type }
  await mark(ctx, file, 'arriving')
  try {
    await ctx.services.storage.store(objectName(file), spooled)
  } catch (error) {
    await undoFile(ctx, file)
    throw error
  }
  return file
}

/** Lets the sweep remove a stored file, unless it was kept after all. */
export async function undoFile(ctx: Context, file: FileRow): Promise<void> {
  await mark(ctx, file, 'leaving')
}

/** The row of a file that is not kept; made anew where the sweep has been quicker. */
async function mark(ctx: Context, file: FileRow, state: 'arriving' | 'leaving'): Promise<void> {
  await ctx.db.query(sql`
    insert into files (org_id, file_id, size, digest, media_type, state, changed_at)
    values (${file.org_id}, ${file.file_id}, ${file.size}, ${file.digest}, ${file.media_type}, ${state}, ${ctx.now})
    on conflict (org_id, file_id) do update set state = excluded.state, changed_at = excluded.changed_at
    where files.state = 'arriving'`)
}

/**
 * Keeps a stored file, in the transaction that makes something point to it. The sweep may have taken it for left
 * behind: then one of the two, whichever comes second, finds that it is too late.
 */
export async function keepFile(ctx: Context, { org_id, file_id }: FileRow): Promise<void> {
  const kept = await ctx.db.query(sql`
    update files set state = 'kept', changed_at = ${ctx.now} where org_id = ${org_id} and file_id = ${file_id}
      and state = 'arriving'
    returning 1`)
  if (kept.length === 0) throw unavailable('The upload took too long. Nothing was written; send it again.')
}

/** Lets the sweep remove a file that nothing points to from this transaction on. */
export async function releaseFile(ctx: Context, orgId: string, fileId: string): Promise<void> {
  await ctx.db.query(sql`
    update files set state = 'leaving', changed_at = ${ctx.now} where org_id = ${orgId} and file_id = ${fileId}`)
}

/** The answer of a download. */
export function download(ctx: Context, file: FileRow, name: string, version: number): Answer {
  const { size, digest, media_type } = file
  const open = (range?: Parameters<Services['storage']['read']>[1]) =>
    ctx.services.storage.read(objectName(file), range)
  return fileAnswer({ name, media_type, size, digest, open }, version)
}

const batch = 100
/**
 * A run of the sweep ends after this many batches, so that a long backlog never holds up a stop; the next run goes on.
 */
const mostBatches = 50
/** Milliseconds a file may take from being stored to being kept: far more than any upload does. */
const arrival = 60 * 60 * 1000

/**
 * Removes from the storage what nothing points to: files that something pointed to until lately, and those whose upload
 * broke off. Several processes may do so at once. Gives how many are gone.
 */
export async function sweepFiles({ database, storage, clock }: Services): Promise<number> {
  const { db } = database
  await db.query(sql`
    update files set state = 'leaving' where state = 'arriving'
      and changed_at < ${new Date(clock() - arrival).toISOString()} returning org_id`)
  let removed = 0
  for (let turn = 0; turn < mostBatches; turn++) {
    const files = await db.query(sql<FileRow>`
      select org_id, file_id from files where state = 'leaving' order by changed_at limit ${batch}`)
    for (const file of files) {
      await storage.remove(objectName(file))
      const gone = await db.query(sql`
        delete from files where org_id = ${file.org_id} and file_id = ${file.file_id} and state = 'leaving'
        returning 1`)
      removed += gone.length
    }
    if (files.length < batch) break
  }
  return removed
}
