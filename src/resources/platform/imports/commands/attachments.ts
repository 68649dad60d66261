import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { toSafeMediaType } from '../../../../http/uploads/file-names.ts'
import { discardFile, storeFile, type FileRow } from '../../../../http/uploads/stored-files.ts'
import { importAttachment } from '../../../work/attachments/import.ts'
import { loadExternalRefs, saveExternalRefs, type ExternalRef } from '../../../work/external-refs/queries.ts'
import { loadImportedUsers, newRef } from './people.ts'
import { loadReachableTasks, reportUnreachable } from './reachable.ts'
import { toPastTime, type ImportRun } from './run.ts'

type AttachmentRows = readonly NumberedRow<'attachments'>[]

const BYTES_PER_MB = 1024 * 1024

/**
 * Stores the files of a batch, outside of its transaction: storage cannot be rolled back. Those that are not referenced
 * afterwards are deleted.
 */
export async function storeAttachments(run: ImportRun, rows: AttachmentRows): Promise<Map<string, FileRow>> {
  const { database, storage, config } = run.services
  const stored = new Map<string, FileRow>()
  if (run.row.dry_run) return stored
  const ctx = run.createContext(database.db)
  const known = await loadExternalRefs(
    ctx,
    run.orgId,
    'attachment',
    run.source,
    rows.map(({ row }) => row.id),
  )
  for (const { row } of rows) {
    const part = run.archive.manifest.parts.find(({ path }) => path === row.file)
    if (!row.file || !part || known.has(row.id) || part.size > config.attachmentMaxMb * BYTES_PER_MB) continue
    const spooled = await storage.receive(await run.archive.openFile(row.file))
    const media_type = toSafeMediaType(row.media_type ?? '')
    stored.set(row.id, await storeFile(ctx, run.orgId, { name: row.name, media_type, spooled }))
  }
  return stored
}

export async function importAttachments(
  run: ImportRun,
  ctx: Context,
  rows: AttachmentRows,
  files: ReadonlyMap<string, FileRow>,
): Promise<void> {
  const load = (type: string, ids: string[]) => loadExternalRefs(ctx, run.orgId, type, run.source, ids)
  const ids = rows.map(({ row }) => row.id)
  const known = await load('attachment', ids)
  const taskIds = rows.map(({ row }) => row.task)
  const tasks = await load('task', taskIds)
  const foundIds = [...tasks.values()].map((ref) => ref.resource_id)
  const reachable = await loadReachableTasks(ctx, run.row, foundIds, 'read')
  const users = await loadImportedUsers(
    run,
    ctx,
    rows.map(({ row }) => row.uploaded_by),
  )
  const refs: ExternalRef[] = []
  for (const numbered of rows) {
    const { row } = numbered
    const task_id = tasks.get(row.task)?.resource_id
    if (known.has(row.id)) run.count('attachments', 'unchanged')
    else if (task_id === undefined) run.report('skipped', 'attachments', numbered, 'its task has not been imported')
    else if (!reachable.has(task_id)) reportUnreachable(run, 'attachments', numbered)
    else if (run.row.dry_run && row.file) run.count('attachments', 'created')
    else {
      const uploaded_by = (row.uploaded_by && users.get(row.uploaded_by)?.username) || ctx.user.username
      const id = await attachFile(run, ctx, numbered, { task_id, uploaded_by, file: files.get(row.id) })
      if (id === null) continue
      refs.push({ ...newRef('attachment', run.source, row.id), resource_id: id, import_id: run.row.import_id })
    }
  }
  await saveExternalRefs(ctx, run.orgId, refs)
}

/** Attaches a stored file and returns the id; reports a file that cannot be attached. */
async function attachFile(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'attachments'>,
  { file, ...target }: { task_id: string; uploaded_by: string; file: FileRow | undefined },
): Promise<string | null> {
  const { row } = numbered
  const reject = (reason: string, value: string | null = null) => {
    run.report('rejected', 'attachments', numbered, reason, value === null ? null : 'file', value)
    return null
  }
  if (!file) return reject('the file is not in the archive, or too large', row.url ?? row.name)
  const uploaded_at = toPastTime(ctx, row.uploaded_at ?? ctx.now)
  const draft = { ...target, file, name: row.name, title: row.title ?? null, uploaded_at }
  const id = await importAttachment(ctx, run.orgId, draft)
  if (id === null) return reject('the task has the maximum number of attachments')
  run.count('attachments', 'created')
  return id
}

/** Deletes stored files after a batch that failed. */
export async function discardAttachments(run: ImportRun, files: ReadonlyMap<string, FileRow>): Promise<void> {
  const ctx = run.createContext(run.services.database.db)
  for (const file of files.values()) await discardFile(ctx, file)
}
