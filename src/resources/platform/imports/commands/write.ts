import type { Kind } from '@svc/import'
import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { refreshStatistics } from '../../../../db/statistics.ts'
import { setIdleTimeout, type Transaction } from '../../../../db/database.ts'
import { commitContextEvents } from '../../../../events/log.ts'
import type { FileRow } from '../../../../http/uploads/stored-files.ts'
import { insertReport, saveImport } from '../queries.ts'
import { importSteps, toKind, type ImportStep } from '../rules.ts'
import { discardAttachments, importAttachments, storeAttachments } from './attachments.ts'
import { importCommentBatch } from './comments.ts'
import { importContainers, importSections } from './containers.ts'
import { importPeople } from './people.ts'
import type { ImportRun } from './run.ts'
import { importDependencies, importParents } from './links.ts'
import { importTeamMembers } from './plans.ts'
import { importTaskBatch } from './tasks.ts'
import { importViews } from './views.ts'

const BATCH_ROWS = 200
/** Files are stored one at a time, and a batch must not last longer than unreferenced files do. */
const FILE_BATCH_ROWS = 20

type Rows = readonly NumberedRow<Kind>[]
type Files = ReadonlyMap<string, FileRow>
const noFiles: Files = new Map()

/** Thrown to roll a dry run back. */
class DryRunEnd extends Error {}

/** Writes the data: each batch with its checkpoint in one transaction, or, in a dry run, all in one that is rolled back. */
export async function writeImport(run: ImportRun): Promise<void> {
  if (!run.row.dry_run) {
    await forEachBatch(run, async (step, rows) => {
      await commitBatch(run, step, rows)
      if (hasGrown(run.state.done!, rows.length)) await refreshStatistics(run.services)
    })
    return
  }
  try {
    await run.services.database.transaction(async (trx) => {
      await setIdleTimeout(trx, 10)
      await forEachBatch(run, async (step, rows) => {
        const ctx = run.createContext(trx)
        await writeBatch(run, ctx, step, rows, noFiles)
      })
      throw new DryRunEnd()
    })
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error
  }
}

const FIRST_STATISTICS_ROWS = 2_000

/**
 * Returns whether a batch reaches 2,000 rows of its kind, or four times as many as at the last time. Without statistics of
 * the new rows, a server that resumes the import after a crash chooses plans that read whole tables for each batch.
 */
function hasGrown(done: number, rows: number): boolean {
  for (let limit = FIRST_STATISTICS_ROWS; limit <= done + rows; limit *= 4) if (limit > done) return true
  return false
}

async function forEachBatch(run: ImportRun, work: (step: ImportStep, rows: Rows) => Promise<void>): Promise<void> {
  const first = run.state.step ? importSteps.indexOf(run.state.step) : 0
  if (first < 0) throw new Error(`the checkpoint names the unknown step ${run.state.step}`)
  for (const step of importSteps.slice(first)) {
    if (run.state.step !== step) Object.assign(run.state, { step, done: 0, total: countRows(run, step) })
    const size = step === 'attachments' ? FILE_BATCH_ROWS : BATCH_ROWS
    let batch: NumberedRow<Kind>[] = []
    for await (const numbered of run.archive.rows(toKind(step) as Kind, run.state.done! + 1)) {
      batch.push(numbered)
      if (batch.length < size) continue
      await work(step, batch)
      run.state.done! += batch.length
      batch = []
    }
    if (batch.length > 0) await work(step, batch)
    run.state.done! += batch.length
  }
}

const countRows = ({ archive }: ImportRun, step: ImportStep): number =>
  archive.manifest.parts.find(({ kind }) => kind === toKind(step))?.rows ?? 0

async function commitBatch(run: ImportRun, step: ImportStep, rows: Rows): Promise<void> {
  const { database } = run.services
  const files =
    step === 'attachments' ? await storeAttachments(run, rows as readonly NumberedRow<'attachments'>[]) : noFiles
  const before = { counts: structuredClone(run.counts), state: structuredClone(run.state) }
  try {
    await database.transaction(async (trx) => {
      // A retry after a deadlock begins from the checkpoint again.
      Object.assign(run, { ...structuredClone(before), entries: [] })
      const ctx = run.createContext(trx)
      await writeBatch(run, ctx, step, rows, files)
      await saveCheckpoint(run, trx, ctx, rows.length)
    })
  } catch (error) {
    await discardAttachments(run, files)
    throw error
  }
  run.reported += run.entries.length
  run.entries = []
}

async function saveCheckpoint(run: ImportRun, trx: Transaction, ctx: Context, rows: number): Promise<void> {
  await insertReport(trx, run.row, run.reported + 1, run.entries)
  const state = { ...run.state, done: (run.state.done ?? 0) + rows }
  const reported = run.reported + run.entries.length
  await saveImport(trx, run.row, { state, counts: run.counts, reported }, ctx.now)
  if (ctx.events.length > 0) await commitContextEvents(ctx, trx)
}

async function writeBatch(run: ImportRun, ctx: Context, step: ImportStep, rows: Rows, files: Files): Promise<void> {
  switch (step) {
    case 'people':
      await importPeople(run, ctx, rows as readonly NumberedRow<'people'>[])
      break
    case 'team_members':
      await importTeamMembers(run, ctx, rows as readonly NumberedRow<'team_members'>[])
      break
    case 'views':
      await importViews(run, ctx, rows as readonly NumberedRow<'views'>[])
      break
    case 'sections':
      await importSections(run, ctx, rows as readonly NumberedRow<'sections'>[])
      break
    case 'teams':
    case 'projects':
    case 'fields':
    case 'goals':
    case 'milestones':
    case 'sprints':
      await importContainers(run, ctx, step, rows as readonly NumberedRow<typeof step>[])
      break
    case 'tasks':
      await importTaskBatch(run, ctx, rows as readonly NumberedRow<'tasks'>[])
      break
    case 'links':
      await importParents(run, ctx, rows as readonly NumberedRow<'tasks'>[])
      break
    case 'dependencies':
      await importDependencies(run, ctx, rows as readonly NumberedRow<'dependencies'>[])
      break
    case 'comments':
      await importCommentBatch(run, ctx, rows as readonly NumberedRow<'comments'>[])
      break
    case 'attachments':
      await importAttachments(run, ctx, rows as readonly NumberedRow<'attachments'>[], files)
      break
  }
  // Imports are quiet, so that they wake neither webhooks nor people.
  if (run.row.options.notify !== true) ctx.events = []
}
