import type { CopyClient, OnlineCopySource } from '../db/pglite/online-copy.ts'
import type { BackedUpFile, BackupCounts } from './layout.ts'

export interface BackupState {
  readonly system: string
  readonly last_migration: string
  readonly counts: Omit<BackupCounts, 'files'>
  readonly files: readonly BackedUpFile[]
}

const PAGE_BYTES = 8192
const STEP_PAGES = 200

/**
 * Reads the pages of all tasks into the cache in short steps, so that counting them takes little time. A range of pages is
 * cached, in contrast to a scan of a large table.
 */
export async function cacheTasks({ session }: Pick<OnlineCopySource, 'session'>): Promise<void> {
  const pages = await session(readTaskPages)
  for (let from = 0; from < pages; from += STEP_PAGES)
    await session((client) =>
      client.query(`select count(*) from tasks where ctid >= '(${from},0)' and ctid < '(${from + STEP_PAGES},0)'`),
    )
}

async function readTaskPages(client: CopyClient): Promise<number> {
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size('tasks') / ${PAGE_BYTES})::int as pages`,
  )
  return rows[0]!.pages
}

/** Reads what describes the copied database, in the moment of the copy. */
export async function readBackupState(client: CopyClient): Promise<BackupState> {
  const { rows } = await client.query<Omit<BackupState, 'files' | 'counts'> & BackupState['counts']>(`
    select (select system_identifier::text from pg_control_system()) as system,
      (select max(name) from schema_migrations) as last_migration,
      (select count(*)::int from organizations) as organizations,
      (select count(*)::int from users) as users,
      (select count(*)::int from tasks) as tasks`)
  const { system, last_migration, ...counts } = rows[0]!
  return { system, last_migration, counts, files: await listStoredFiles(client) }
}

/** Returns the files that something refers to, named as in the storage. */
export async function listStoredFiles(client: CopyClient): Promise<BackedUpFile[]> {
  const { rows } = await client.query<BackedUpFile>(`
    select org_id || '/' || right(file_id, 2) || '/' || file_id as name, size::int8 as size, digest
    from files where state = 'kept' order by org_id, file_id`)
  return rows
}
