import { sql, type Sql, buildAssignments, listColumns, orgEquals } from '../../../db/sql.ts'
import type { Database, Db } from '../../../db/database.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type ListSpec, type PageRequest } from '../../../http/pagination/pagination.ts'
import type { ImportOptions, ImportState, ReportEntry } from './rules.ts'

export type ImportPhase = 'reading' | 'checking' | 'writing' | 'undoing' | 'finished' | 'failed' | 'undone'

export interface ImportRow {
  org_id: string
  import_id: string
  source: string
  file_name: string
  project_id: string | null
  dry_run: boolean
  options: ImportOptions
  phase: ImportPhase
  upload_file_id: string | null
  data_file_id: string | null
  state: ImportState
  counts: Record<string, Record<string, number>>
  notes: string[]
  error: string | null
  reported: number
  version: number
  user_id: string
  created_by: string
  created_at: string
  updated_at: string
  finished_at: string | null
}

const columns = listColumns([
  'org_id',
  'import_id',
  'source',
  'file_name',
  'project_id',
  'dry_run',
  'options',
  'phase',
  'upload_file_id',
  'data_file_id',
  'state',
  'counts',
  'notes',
  'error',
  'reported',
  'version',
  'user_id',
  'created_by',
  'created_at',
  'updated_at',
  'finished_at',
])('i')

export const importSorts: ListSpec = {
  sorts: { created_at: [{ sql: 'i.created_at', type: 'timestamptz' }] },
  defaultOrder: [{ sql: 'i.created_at', type: 'timestamptz', desc: true }],
  id: { sql: 'i.import_id', type: 'text' },
}

export const selectImportPage = (ctx: Context, page: PageRequest, orgId: string, userId: string | null) =>
  selectPage<ImportRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<ImportRow>`
      select ${columns}, ${sorts} from imports i
      where i.org_id = ${orgId} and (${userId}::uuid is null or i.user_id = ${userId}) and ${where} ${order} ${limit}`,
  )

export async function findImport(ctx: Context, importId: string): Promise<ImportRow | undefined> {
  const [row] = await ctx.db.query(sql<ImportRow>`
    select ${columns} from imports i where ${sql.orgIn('i.org_id', ctx.caller.orgIds)} and i.import_id = ${importId}
    ${ctx.inTransaction ? sql`for no key update` : sql``}`)
  return row
}

type NewImport = Pick<
  ImportRow,
  'org_id' | 'source' | 'file_name' | 'project_id' | 'dry_run' | 'options' | 'upload_file_id' | 'data_file_id' | 'phase'
>

export async function insertImport(ctx: Context, { options, ...row }: NewImport): Promise<ImportRow> {
  const { user_id, username } = ctx.user
  const [inserted] = await ctx.db.query(sql<ImportRow>`
    insert into imports as i (org_id, import_id, source, file_name, project_id, dry_run, options, phase, upload_file_id,
      data_file_id, user_id, created_by, created_at, updated_at)
    values (${row.org_id}, ${ctx.newId('IM')}, ${row.source}, ${row.file_name}, ${row.project_id}, ${row.dry_run},
      ${JSON.stringify(options)}, ${row.phase}, ${row.upload_file_id}, ${row.data_file_id}, ${user_id}, ${username},
      ${ctx.now}, ${ctx.now})
    returning ${columns}`)
  return inserted!
}

type ImportKey = Pick<ImportRow, 'org_id' | 'import_id'>
const jsonColumns = new Set(['state', 'counts', 'notes', 'options'])

export async function saveImport(
  db: Db,
  { org_id, import_id }: ImportKey,
  set: Partial<ImportRow> & { leased_until?: string | null },
  now: string,
): Promise<void> {
  const values = Object.entries(set).map(([name, value]) => [
    name,
    jsonColumns.has(name) ? JSON.stringify(value) : value,
  ])
  await db.query(
    sql`update imports set ${buildAssignments({ ...Object.fromEntries(values), updated_at: now })}, version = version + 1
      where org_id = ${org_id} and import_id = ${import_id}`,
    { plan: 'custom' },
  )
}

export const selectOrgsWithPendingImports = (): Sql<Pick<ImportRow, 'org_id'>> => sql<Pick<ImportRow, 'org_id'>>`
  select distinct org_id from imports where phase in ('reading', 'checking', 'writing', 'undoing')`

export const selectOrgsWithOldData = (before: string): Sql<Pick<ImportRow, 'org_id'>> => sql<Pick<ImportRow, 'org_id'>>`
  select distinct org_id from imports where data_file_id is not null and finished_at < ${before}`

export const listOldData = (db: Db, before: string, orgId?: string) =>
  db.query(sql<Pick<ImportRow, 'org_id' | 'import_id' | 'data_file_id'>>`
    select org_id, import_id, data_file_id from imports
    where ${orgEquals('org_id', orgId)} and data_file_id is not null and finished_at < ${before}
    order by finished_at limit 100`)

const findClaimable = (db: Db, now: string, orgId?: string) =>
  db.queryRow(sql<ImportKey>`
    select i.org_id, i.import_id from imports i
    where ${orgEquals('i.org_id', orgId)} and i.phase in ('reading', 'checking', 'writing', 'undoing')
      and (i.leased_until is null or i.leased_until < ${now})
      and not exists (select from imports o where ${orgEquals('o.org_id', orgId)} and o.org_id = i.org_id
        and o.phase in ('reading', 'checking', 'writing', 'undoing') and o.leased_until >= ${now})
    order by i.created_at limit 1`)

/**
 * Takes the oldest import of an organization in which no worker runs one: two of one source would create its tasks twice.
 * Counts the attempts to read the file, during which a process may run out of memory.
 */
export async function claimImport(
  database: Pick<Database, 'db' | 'transaction'>,
  now: string,
  until: string,
  orgId?: string,
): Promise<ImportRow | undefined> {
  if (!(await findClaimable(database.db, now, orgId))) return undefined
  return database.transaction(async (trx) => {
    await trx.query(sql`select pg_advisory_xact_lock(hashtextextended('claim imports', 0))`)
    const found = await findClaimable(trx, now, orgId)
    if (!found) return undefined
    const [row] = await trx.query(sql<ImportRow>`
      update imports i set leased_until = ${until},
        state = case when i.phase in ('reading', 'checking')
          then jsonb_set(i.state, '{attempts}', (coalesce((i.state ->> 'attempts')::int, 0) + 1)::text::jsonb)
          else i.state end
      where i.org_id = ${found.org_id} and i.import_id = ${found.import_id}
        and (i.leased_until is null or i.leased_until < ${now})
      returning ${columns}`)
    return row
  })
}

export const renewLease = (db: Db, { org_id, import_id }: ImportKey, until: string | null): Promise<unknown> =>
  db.query(sql`update imports set leased_until = ${until} where org_id = ${org_id} and import_id = ${import_id}`)

export async function insertReport(
  db: Db,
  { org_id, import_id }: ImportKey,
  first: number,
  entries: readonly ReportEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry, i) => ({ ...entry, entry: first + i }))
  await db.query(sql`
    insert into import_reports (org_id, import_id, entry, outcome, kind, line, external_id, field, value, reason)
    select ${org_id}, ${import_id}, e.entry, e.outcome, e.kind, e.line, e.external_id, e.field, e.value, e.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(entry integer, outcome text, kind text, line integer,
      external_id text, field text, value text, reason text)`)
}

/** Returns the number of the last entry. Earlier versions stored those of an undo before the number in the import. */
export async function findLastEntry(db: Db, { org_id, import_id }: ImportKey): Promise<number> {
  const found = await db.queryRow(sql<{ last: number }>`
    select coalesce(max(entry), 0) as last from import_reports where org_id = ${org_id} and import_id = ${import_id}`)
  return found!.last
}

export const reportSorts: ListSpec = {
  sorts: { entry: [{ sql: 'r.entry', type: 'integer' }] },
  defaultOrder: [{ sql: 'r.entry', type: 'integer' }],
  id: { sql: 'r.entry', type: 'integer' },
}

type StoredReportEntry = ReportEntry & { entry: number }
const reportFields = sql`r.entry, r.outcome, r.kind, r.line, r.external_id, r.field, r.value, r.reason`

export const selectReportPage = (ctx: Context, page: PageRequest, { org_id, import_id }: ImportKey) =>
  selectPage<StoredReportEntry>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<StoredReportEntry>`
      select ${reportFields}, ${sorts} from import_reports r
      where r.org_id = ${org_id} and r.import_id = ${import_id} and ${where} ${order} ${limit}`,
  )

/** Returns the whole report, which is limited in size. */
export const listReport = (ctx: Context, { org_id, import_id }: ImportKey): Promise<StoredReportEntry[]> =>
  ctx.db.query(sql<StoredReportEntry>`
    select ${reportFields} from import_reports r where r.org_id = ${org_id} and r.import_id = ${import_id} order by r.entry`)
