import type { Static } from '../../../core/schema.ts'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../db/database.ts'
import { sql, type Sql } from '../../../db/sql.ts'
import type { exportSchema } from './schema.ts'

type Shown = Static<typeof exportSchema>

export interface ExportRow extends Pick<
  Shown,
  'export_id' | 'org_id' | 'kind' | 'project_id' | 'phase' | 'error' | 'size' | 'created_by' | 'created_at' | 'version'
> {
  user_id: string
  counts: Record<string, number>
  file_id: string | null
  digest: string | null
  attempts: number
  updated_at: string
  finished_at: string | null
}

type ExportKey = Pick<ExportRow, 'org_id' | 'export_id'>

const columns = sql.raw(
  'e.org_id, e.export_id, e.kind, e.project_id, e.user_id, e.phase, e.counts, e.error, e.file_id, e.attempts, ' +
    'e.version, e.created_by, e.created_at, e.updated_at, e.finished_at',
)

export async function insertExport(
  ctx: Context,
  { org_id, kind, project_id }: Pick<ExportRow, 'org_id' | 'kind' | 'project_id'>,
): Promise<ExportRow> {
  const { now, user } = ctx
  const [row] = await ctx.db.query(sql<ExportRow>`
    insert into exports as e (org_id, export_id, kind, project_id, user_id, phase, created_by, created_at, updated_at)
    values (${org_id}, ${ctx.newId('EX')}, ${kind}, ${project_id}, ${user.user_id}, 'waiting', ${user.username}, ${now},
      ${now})
    returning ${columns}, null as size, null as digest`)
  return row!
}

/** Finds an export by its id and the user who started it, in one of the caller's organizations. */
export async function findOwnExport(ctx: Context, exportId: string): Promise<ExportRow | undefined> {
  const [row] = await ctx.db.query(sql<ExportRow>`
    select ${columns}, f.size, f.digest
    from exports e left join files f on f.org_id = e.org_id and f.file_id = e.file_id
    where e.org_id = any(${ctx.caller.orgIds}) and e.export_id = ${exportId} and e.user_id = ${ctx.user.user_id}`)
  return row
}

/** Selects the oldest exports that no process writes. */
export const selectPendingExports = (now: string): Sql<ExportKey> => sql`
  select e.org_id, e.export_id from exports e
  where e.phase in ('waiting', 'writing') and (e.leased_until is null or e.leased_until < ${now})
  order by e.created_at limit 10`

/** Claims an export for this process; returns undefined if another one was faster. */
export async function claimExport(
  db: Db,
  { org_id, export_id }: ExportKey,
  now: string,
  until: string,
): Promise<ExportRow | undefined> {
  const [row] = await db.query(sql<ExportRow>`
    update exports e set leased_until = ${until}, phase = 'writing', attempts = e.attempts + 1, updated_at = ${now}
    where e.org_id = ${org_id} and e.export_id = ${export_id} and e.phase in ('waiting', 'writing')
      and (e.leased_until is null or e.leased_until < ${now})
    returning ${columns}, null as size, null as digest`)
  return row
}

export const selectExpiredExports = (before: string): Sql<ExportKey & { file_id: string | null }> => sql`
  select e.org_id, e.export_id, e.file_id from exports e
  where e.phase in ('finished', 'failed') and e.updated_at < ${before} order by e.updated_at limit 100`

export const deleteExport = ({ org_id, export_id }: ExportKey): Sql =>
  sql`delete from exports where org_id = ${org_id} and export_id = ${export_id}`

interface ExportProgress {
  counts: Record<string, number>
  leased_until: string | null
}

export const saveProgress = (db: Db, { org_id, export_id }: ExportKey, progress: ExportProgress): Promise<unknown> =>
  db.query(sql`
    update exports set counts = ${JSON.stringify(progress.counts)}::jsonb, leased_until = ${progress.leased_until}
    where org_id = ${org_id} and export_id = ${export_id}`)

export interface ExportEnd {
  phase: 'finished' | 'failed'
  counts: Record<string, number>
  file_id: string | null
  error: string | null
}

export const endExport = (db: Db, { org_id, export_id }: ExportKey, end: ExportEnd, now: string): Promise<unknown> =>
  db.query(sql`
    update exports set phase = ${end.phase}, counts = ${JSON.stringify(end.counts)}::jsonb, file_id = ${end.file_id},
      error = ${end.error}, leased_until = null, version = version + 1, updated_at = ${now}, finished_at = ${now}
    where org_id = ${org_id} and export_id = ${export_id}`)
