import { PassThrough } from 'node:stream'
import type { Context } from '../../../core/context.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { createServiceContext } from '../../../core/service-context.ts'
import type { Transaction } from '../../../db/database.ts'
import { commitContextEvents } from '../../../events/log.ts'
import { markFileReferenced, releaseFile, storeFile } from '../../../http/uploads/stored-files.ts'
import { loadUserScope } from './commands/user-scope.ts'
import { writeExport } from './commands/write-archive.ts'
import { emitExportEnd } from './events.ts'
import {
  claimExport,
  deleteExport,
  endExport,
  saveProgress,
  selectExpiredExports,
  selectPendingExports,
  type ExportEnd,
  type ExportRow,
} from './queries.ts'
import { EXPORT_RETENTION_MS } from './rules.ts'

const LEASE_MS = 60_000
const MAX_ATTEMPTS = 3

const formatTime = (millis: number) => new Date(millis).toISOString()

/** Writes the pending exports, one after the other. After a crash, another process begins again when the lease has ended. */
export async function runExports(services: Dependencies): Promise<number> {
  const { clock, database } = services
  const pending = await database.db.query(selectPendingExports(formatTime(clock())))
  let count = 0
  for (const key of pending) {
    if (services.isDraining) return count
    const row = await claimExport(database.db, key, formatTime(clock()), formatTime(clock() + LEASE_MS))
    if (!row) continue
    count++
    try {
      await runExport(services, row)
    } catch (error) {
      services.log('error', 'export failed', { export_id: row.export_id, error: String(error) })
      await recordFailure(services, row)
    }
  }
  return count
}

async function runExport(services: Dependencies, row: ExportRow): Promise<void> {
  const { database, storage, clock } = services
  const output = new PassThrough()
  const receiving = storage.receive(output)
  receiving.catch((error: Error) => output.destroy(error))
  let savedAt = clock()
  const report = async (counts: Record<string, number>) => {
    if (services.isDraining) throw new Error('the server is stopping')
    if (clock() - savedAt < LEASE_MS / 10) return
    savedAt = clock()
    await saveProgress(database.db, row, { counts, leased_until: formatTime(clock() + LEASE_MS) })
  }
  const { org_id: orgId, project_id: projectId } = row
  const userScope = row.kind === 'user' && (await loadUserScope(services, orgId, row.user_id))
  const counts = await writeExport(services, { orgId, projectId, ...(userScope && { userScope }) }, output, report)
  await storeArchive(services, row, counts, await receiving)
}

async function storeArchive(
  services: Dependencies,
  row: ExportRow,
  counts: Record<string, number>,
  spooled: Awaited<ReturnType<Dependencies['storage']['receive']>>,
): Promise<void> {
  const { database } = services
  const context = createServiceContext(services, database.db, { orgId: row.org_id })
  const upload = { name: `${row.export_id}.zip`, media_type: 'application/zip', spooled }
  const file = await storeFile(context, row.org_id, upload)
  await database.transaction(async (trx) => {
    const ctx = createServiceContext(services, trx, { orgId: row.org_id })
    await markFileReferenced(ctx, file)
    await commitEnd(ctx, trx, row, { phase: 'finished', counts, file_id: file.file_id, error: null })
  })
}

async function commitEnd(ctx: Context, trx: Transaction, row: ExportRow, end: ExportEnd): Promise<void> {
  await endExport(trx, row, end, ctx.now)
  emitExportEnd(ctx, row, end.phase)
  await commitContextEvents(ctx, trx)
}

async function recordFailure(services: Dependencies, row: ExportRow): Promise<void> {
  const { database, clock, isDraining } = services
  if (isDraining || row.attempts < MAX_ATTEMPTS) {
    const wait = isDraining ? 0 : LEASE_MS
    return void (await saveProgress(database.db, row, { counts: {}, leased_until: formatTime(clock() + wait) }))
  }
  const error = 'The export failed three times. The log of the server has the reason.'
  await database.transaction(async (trx) => {
    const ctx = createServiceContext(services, trx, { orgId: row.org_id })
    await commitEnd(ctx, trx, row, { phase: 'failed', counts: {}, file_id: null, error })
  })
}

/** Deletes exports and their files after 7 days. */
export async function deleteOldExports(services: Dependencies): Promise<number> {
  const { database, clock } = services
  const expired = await database.db.query(selectExpiredExports(formatTime(clock() - EXPORT_RETENTION_MS)))
  for (const row of expired)
    await database.transaction(async (trx) => {
      const ctx = createServiceContext(services, trx, { orgId: row.org_id })
      if (row.file_id !== null) await releaseFile(ctx, row.org_id, row.file_id)
      await trx.query(deleteExport(row))
    })
  return expired.length
}
