import { DataError } from '@svc/import'
import type { DataArchive } from '@svc/import/archive'
import { sumOverOrgs } from '../../../db/citus/per-org.ts'
import { refreshStatistics } from '../../../db/statistics.ts'
import { sql } from '../../../db/sql.ts'
import type { Caller } from '../../../core/caller.ts'
import type { Dependencies } from '../../../core/dependencies.ts'
import { forbidden, Problem } from '../../../core/errors.ts'
import { commitContextEvents } from '../../../events/log.ts'
import { releaseFile } from '../../../http/uploads/stored-files.ts'
import { createServiceContext } from '../../../core/service-context.ts'
import { checkArchive, openStoredArchive, readUpload } from './commands/read.ts'
import { claimSourceName, findSourceNames } from './commands/source-names.ts'
import { createImportContext, ImportRun, findImporter, MAX_REPORT_ENTRIES } from './commands/run.ts'
import { undoImport } from './commands/undo.ts'
import { writeImport } from './commands/write.ts'
import {
  claimImport,
  insertReport,
  listOldData,
  renewLease,
  saveImport,
  selectOrgsWithOldData,
  selectOrgsWithPendingImports,
  type ImportRow,
} from './queries.ts'
import { requireImporter } from './policy.ts'
import { pulledSources, RETENTION_MS } from './rules.ts'
import { isNameOfOwner } from './source-rules.ts'

const LEASE_MS = 30_000
const MAX_ATTEMPTS = 5
const ERROR_FOR_ATTEMPTS = `The server has ended ${MAX_ATTEMPTS} times while it read the file. Import a smaller file, or give the server more memory.`
const NOTE_ON_MAXIMUM = `The report ends after ${MAX_REPORT_ENTRIES} entries; the numbers count all.`

/** Runs pending imports one after the other. A crashed one is resumed from its checkpoint when its lease has ended. */
export const runImports = (services: Dependencies): Promise<number> =>
  sumOverOrgs(services.database, selectOrgsWithPendingImports(), async (orgId) => {
    for (let count = 0; ; count += 1) {
      if (services.isDraining) return count
      // The embedded database has one process: a lease of another is that of a dead one.
      const now = services.database.engine === 'embedded' ? computeLeaseEnd(services, 2) : computeNow(services)
      const row = await claimImport(services.database, now, computeLeaseEnd(services), orgId)
      if (!row) return count
      await runLeased(services, row)
    }
  })

const computeNow = ({ clock }: Dependencies): string => new Date(clock()).toISOString()
const computeLeaseEnd = ({ clock }: Dependencies, leases = 1): string =>
  new Date(clock() + leases * LEASE_MS).toISOString()

async function runLeased(services: Dependencies, row: ImportRow): Promise<void> {
  const { db } = services.database
  const renew = () => void renewLease(db, row, computeLeaseEnd(services)).catch(() => {})
  const renewing = setInterval(renew, LEASE_MS / 3).unref()
  try {
    await runClaimed(services, row)
    await renewLease(db, row, null)
  } finally {
    // After an unexpected error the lease ends by itself, so that the next try is not immediate.
    clearInterval(renewing)
  }
}

async function runClaimed(services: Dependencies, row: ImportRow): Promise<void> {
  const caller = await findImporter(services, row)
  if (!caller) return failImport(services, row, 'The user who started the import is no longer a member.')
  if ((row.state.attempts ?? 0) > MAX_ATTEMPTS) return failImport(services, row, ERROR_FOR_ATTEMPTS)
  try {
    await requireRights(services, row, caller)
    if (row.phase === 'undoing') {
      await undoImport(services, row, caller)
      await finish(services, row, caller, 'undone', {})
    } else await runPhases(services, row, caller)
  } catch (error) {
    if (error instanceof DataError) return failImport(services, row, error.message)
    if (error instanceof Problem && error.status < 500) return failImport(services, row, error.message)
    await recordFailure(services, row, error)
    throw error
  }
}

/** Throws 403 if the user has lost the rights to import, or to undo, since they started it. */
async function requireRights(services: Dependencies, row: ImportRow, caller: Caller): Promise<void> {
  try {
    await requireImporter(createImportContext(services, services.database.db, caller), row)
    const { phase, project_id, state } = row
    const isOwn = state.source === undefined || isNameOfOwner(state.source, project_id)
    if (phase === 'writing' && !isOwn && !caller.isOrgAdmin(row.org_id))
      throw forbidden('They were an organization admin when it began. Start it again.')
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const reason =
      error.status === 404 ? 'The project has been deleted, or they cannot read it any more.' : error.message
    const action = row.phase === 'undoing' ? 'undo' : 'import'
    throw forbidden(`The user who started the ${action} has lost the rights to do so. ${reason}`)
  }
}

const MAX_FAILURES = 5

/** Ends an import whose unexpected errors do not stop; before that, it is tried again from its checkpoint. */
async function recordFailure(services: Dependencies, row: ImportRow, error: unknown): Promise<void> {
  const { db } = services.database
  const [stored] = await db.query(sql<Pick<ImportRow, 'state'>>`
    select state from imports where org_id = ${row.org_id} and import_id = ${row.import_id}`)
  const failures = (stored?.state.failures ?? 0) + 1
  const message = error instanceof Error ? error.message : String(error)
  if (failures >= MAX_FAILURES) return failImport(services, row, `The import failed ${failures} times: ${message}`)
  const state = { ...stored?.state, failures }
  await saveImport(db, row, { state }, new Date(services.clock()).toISOString())
}

async function runPhases(services: Dependencies, row: ImportRow, caller: Caller): Promise<void> {
  if (row.phase === 'reading') Object.assign(row, await readUpload(services, row, caller))
  const archive = await openStoredArchive(services, row)
  try {
    if (row.phase === 'checking') {
      const { state, notes } = await checkArchive(archive)
      const names = await findSourceNames(services, row, archive, caller)
      Object.assign(
        row,
        await claimSourceName(services, row, names, { state, notes, source: nameSource(row, archive) }),
      )
    }
    const run = new ImportRun(services, row, archive, caller)
    await writeImport(run)
    if (!row.dry_run) await refreshStatistics(services)
    const reported = run.reported + run.entries.length
    const notes = reported < MAX_REPORT_ENTRIES ? row.notes : [...row.notes, NOTE_ON_MAXIMUM]
    await finish(services, row, caller, 'finished', { counts: run.counts, reported, notes }, run)
  } finally {
    archive.close()
  }
}

/** Returns the service that an archive was read from, as far as imports name it. */
const nameSource = (row: ImportRow, { manifest }: DataArchive): string =>
  row.source === 'neutral' && pulledSources.includes(manifest.source) ? manifest.source : row.source

/** Ends an import, with what a dry run has reported, and with one event, by which open consoles reload. */
async function finish(
  services: Dependencies,
  row: ImportRow,
  caller: Caller,
  phase: 'finished' | 'undone',
  set: Partial<ImportRow>,
  run?: ImportRun,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const ctx = createImportContext(services, trx, caller)
    if (run) await insertReport(trx, row, run.reported + 1, run.entries)
    await saveImport(trx, row, { ...set, phase, finished_at: ctx.now }, ctx.now)
    if (row.dry_run) return
    ctx.emit({
      org_id: row.org_id,
      type: phase === 'finished' ? 'import.completed' : 'import.undone',
      resource_type: 'import',
      resource_id: row.import_id,
      project_id: row.project_id,
      before: null,
      after: { source: row.source },
    })
    await commitContextEvents(ctx, trx)
  })
}

const failImport = (services: Dependencies, row: ImportRow, error: string): Promise<void> => {
  const now = new Date(services.clock()).toISOString()
  return saveImport(services.database.db, row, { phase: 'failed', error, finished_at: now }, now)
}

/** Deletes the data of old imports, and returns their number. */
export function deleteOldImportData(services: Dependencies): Promise<number> {
  const { database, clock } = services
  const before = new Date(clock() - RETENTION_MS).toISOString()
  return sumOverOrgs(database, selectOrgsWithOldData(before), async (orgId) => {
    const old = await listOldData(database.db, before, orgId)
    for (const row of old) await deleteImportData(services, row)
    return old.length
  })
}

async function deleteImportData(
  services: Dependencies,
  row: Pick<ImportRow, 'org_id' | 'import_id' | 'data_file_id'>,
): Promise<void> {
  await services.database.transaction(async (trx) => {
    const ctx = createServiceContext(services, trx, { orgId: row.org_id })
    await saveImport(trx, row, { data_file_id: null }, ctx.now)
    // A repeated import has the same file.
    const shared = await trx.query(sql`
        select from imports where org_id = ${row.org_id} and data_file_id = ${row.data_file_id} limit 1`)
    if (shared.length === 0) await releaseFile(ctx, row.org_id, row.data_file_id!)
  })
}
