import { DataError } from '@svc/import'
import { verifyArchive, type DataArchive } from '@svc/import/archive'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { setIdleTimeout, type Transaction } from '../../../../db/database.ts'
import { refreshStatistics } from '../../../../db/statistics.ts'
import { buildRewriter } from '../rules.ts'
import { restoreComments } from './comments.ts'
import {
  restoreDesignations,
  restoreFields,
  restoreOrganization,
  restoreProjectMembers,
  restoreProjectResources,
  restoreProjects,
  restoreSections,
  restoreTeams,
} from './containers.ts'
import { listFileIds, restoreFiles, storeFiles } from './files.ts'
import { chooseIds, chooseOrganizationId, type NewIds } from './ids.ts'
import { restoreDependencies, restoreParents } from './links.ts'
import { matchPeople, readPeopleRows, recordPeople, restorePeople } from './people.ts'
import {
  forgetPendingRestore,
  lockPendingRestore,
  recordPendingRestore,
  removeInterruptedRestore,
  removeInterruptedRestores,
  type PendingRestore,
} from './pending.ts'
import { restorePlans, restoreRoadmaps, restoreViews, restoreApps, restoreWebhooks } from './planning.ts'
import { restoreExternalRefs, restoreHistory, restoreTaskRecords } from './records.ts'
import { RestoreRun } from './run.ts'
import { restoreTasks } from './tasks.ts'

export interface RestoredOrganization {
  orgId: string
  name: string
  counts: RestoreRun['counts']
  /** Number of rows that got a new id, since another row has theirs. */
  renamed: number
  notes: string[]
}

/** Restores an organization from its export: all of it in one transaction, or nothing. Throws `DataError`. */
export async function restoreArchive(services: Dependencies, archive: DataArchive): Promise<RestoredOrganization> {
  requireOrganization(archive)
  await verifyArchive(archive)
  const file_ids = listFileIds(archive)
  for (;;) {
    await removeInterruptedRestores(services)
    const org_id = await chooseOrganizationId(services.database.db, archive, services.clock())
    const restored = await restoreRecorded(services, archive, { org_id, file_ids })
    if (!restored) continue
    await refreshStatistics(services)
    return restored
  }
}

/** Records the files, restores, and removes the files if nothing was committed. */
async function restoreRecorded(
  services: Dependencies,
  archive: DataArchive,
  pending: PendingRestore,
): Promise<RestoredOrganization | undefined> {
  const { database, clock } = services
  await recordPendingRestore(database.db, pending, new Date(clock()).toISOString())
  try {
    return await database.transaction((trx) => restoreInto(services, trx, archive, pending))
  } catch (error) {
    // Otherwise the job removes them.
    await removeInterruptedRestore(services, pending.org_id).catch(() => undefined)
    throw error
  }
}

/** Returns undefined if another restore took the id before it was locked. */
async function restoreInto(
  services: Dependencies,
  trx: Transaction,
  archive: DataArchive,
  pending: PendingRestore,
): Promise<RestoredOrganization | undefined> {
  await setIdleTimeout(trx, 0)
  if (!(await lockPendingRestore(trx, pending))) return undefined
  const chosen = await chooseIds(trx, archive, pending.org_id, services.clock())
  await storeFiles(services, archive, chosen.orgId)
  const run = new RestoreRun(services, trx, archive, chosen.orgId)
  const name = await restoreRows(run, chosen)
  await forgetPendingRestore(trx, chosen.orgId)
  const renamed = [...chosen.renamed.values()].reduce((sum, ids) => sum + ids.length, 0)
  return { orgId: chosen.orgId, name, counts: run.counts, renamed, notes: run.notes }
}

function requireOrganization(archive: DataArchive): void {
  const { project_id, complete } = archive.manifest
  if (archive.countRows('organization') !== 1 || project_id != null || complete === false)
    throw new DataError(
      'manifest.json',
      undefined,
      'it is not the export of a whole organization. Import the file instead.',
    )
}

async function restoreRows(run: RestoreRun, chosen: NewIds): Promise<string> {
  const { manifest } = run.archive
  const people = await matchPeople(run, await readPeopleRows(run.archive))
  recordPeople(run, people, chosen)
  run.rewrite = buildRewriter(chosen.ids, findFormerUrl(manifest.details), run.services.config.baseUrl)
  const name = await restoreOrganization(run)
  await restoreDesignations(run)
  await restorePeople(run, people, manifest.source)
  await restoreFiles(run)
  await restoreTeams(run)
  const prefixes = await restoreProjects(run)
  await restoreProjectMembers(run)
  await restoreProjectResources(run)
  const sections = await restoreSections(run)
  const fields = await restoreFields(run)
  await restoreRoadmaps(run)
  await restorePlans(run)
  const { subtasks } = await restoreTasks(run, { prefixes, sections, fields })
  await restoreParents(run, subtasks)
  await restoreDependencies(run)
  await restoreComments(run)
  await restoreTaskRecords(run)
  await restoreViews(run)
  await restoreWebhooks(run)
  await restoreApps(run)
  await restoreExternalRefs(run, chosen, manifest.source)
  await restoreHistory(run)
  return name
}

function findFormerUrl(details: unknown): string | null {
  const { base_url } = (details ?? {}) as { base_url?: unknown }
  return typeof base_url === 'string' && URL.canParse(base_url) ? base_url.replace(/\/+$/, '') : null
}
