import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  exportsCreateForMe,
  exportsCreateForOrganization,
  exportsCreateForProject,
  exportsDownload,
  exportsRead,
} from '@svc/sdk/operations'
import type { CommonFlags, Context } from '../context.ts'
import { CliError, exitCodes } from '../errors.ts'
import { printResult } from '../output/rows.ts'
import { resolveProject } from '../session/resolve-names.ts'
import { openSession, requireOrgId, type Session } from '../session/session.ts'

interface ExportFlags extends CommonFlags {
  project?: string
  mine?: boolean
}

const MAX_WAIT_MS = 5_000

/** Exports an organization or a project into a file, which appears when it is complete. */
export async function exportData(context: Context, flags: ExportFlags, file: string): Promise<void> {
  const { signal } = context
  const session = openSession(context, flags)
  const started = await startExport(session, flags, signal)
  const { export_id } = await waitForExport(session, started.export_id, signal)
  const temporary = `${file}.partial`
  try {
    const { body } = await exportsDownload(session.svc, export_id, { signal })
    await pipeline(Readable.fromWeb(body! as never), createWriteStream(temporary, { mode: 0o600 }), { signal })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  printResult(context, { export_id, file }, `Exported to ${file}`, flags)
}

async function startExport(session: Session, { project, mine }: ExportFlags, signal: AbortSignal) {
  const org_id = await requireOrgId(session)
  if (mine) return await exportsCreateForMe(session.svc, { org_id }, { signal })
  if (project === undefined) return await exportsCreateForOrganization(session.svc, { org_id }, { signal })
  const projectId = await resolveProject(session, project)
  if (projectId === null) throw new CliError('Name a project.', exitCodes.failure)
  return await exportsCreateForProject(session.svc, projectId, { signal })
}

async function waitForExport(session: Session, exportId: string, signal: AbortSignal) {
  for (let wait = 250; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    const found = await exportsRead(session.svc, exportId, { signal })
    if (found.phase === 'finished') return found
    if (found.phase === 'failed') throw new CliError(found.error ?? 'The export failed.', exitCodes.failure)
    await sleep(wait, undefined, { signal })
  }
}
