import type { Kind } from '@svc/import'
import type { DataArchive, NumberedRow } from '@svc/import/archive'
import type { Caller } from '../../../../core/caller.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import type { Db } from '../../../../db/database.ts'
import { sql } from '../../../../db/sql.ts'
import { saveImport, type ImportRow } from '../queries.ts'
import {
  buildSourceName,
  chooseContinued,
  computeRequired,
  hasInstance,
  hasUniqueIds,
  isDigestId,
  isSameTask,
  isUnnamedInstance,
  type KnownTask,
  type SharedTasks,
} from '../source-rules.ts'
import { cutText } from './container-checks.ts'

/** Name of the references, or those of which the first that no other source has is taken. */
type SourceNames = readonly [string, ...string[]]

/** Finds the earlier source that the file continues, else proposes new names. */
export async function findSourceNames(
  services: Dependencies,
  row: ImportRow,
  archive: DataArchive,
  caller: Caller,
): Promise<SourceNames> {
  const { db } = services.database
  const { manifest } = archive
  const isAdmin = caller.isOrgAdmin(row.org_id)
  const base = buildSourceName(row, manifest, isAdmin)
  const isNamed = hasInstance(manifest)
  if (hasUniqueIds(manifest) && !isNamed) return [base]
  const root = buildSourceName(row, { source: manifest.source }, isAdmin)
  const former = await listFormerNames(db, row, root, base)
  if (isNamed && former.includes(base)) return [base]
  // Files that name their instance continue those of earlier versions, which did not.
  const eligible = isNamed ? former.filter((name) => isUnnamedInstance(name, root)) : former
  const continued = eligible.length === 0 ? undefined : await findContinued(db, { row, isAdmin }, archive, eligible)
  if (continued !== undefined) return [continued]
  return isNamed ? [base] : [base, `${base}/${row.import_id}`]
}

/** Bounds the work of a check, which compares the tasks of the file with those of each name. */
const MAX_NAMES = 50

/** Lists the newest names of a system that have a project, or with `project_id` this one; also of tasks that are in none. */
async function listFormerNames(
  db: Db,
  { org_id, project_id }: ImportRow,
  root: string,
  base: string,
): Promise<string[]> {
  // A space separates the projects of their owners, whose names admins do not continue.
  const rows = await db.query(sql<{ source: string }>`
    (select source from external_refs
      where org_id = ${org_id} and resource_type = 'project' and (source = any(${[root, base]}::text[])
        or starts_with(source, ${`${root}/`}) and strpos(substr(source, length(${root}::text) + 1), ' ') = 0)
        and (${project_id}::text is null or resource_id = ${project_id})
      group by source order by source = ${base} desc, max(created_at) desc limit ${MAX_NAMES})
    union
    (select source from external_refs
      where org_id = ${org_id} and resource_type = 'task' and source = ${root} and (${project_id}::text is null
        or not exists (select from external_refs p where p.org_id = ${org_id} and p.resource_type = 'project'
          and p.source = ${root}))
      limit 1)`)
  return rows.map(({ source }) => source)
}

const BATCH_ROWS = 1000

async function* readBatches<K extends Kind>(archive: DataArchive, kind: K): AsyncGenerator<NumberedRow<K>['row'][]> {
  let batch: NumberedRow<K>['row'][] = []
  for await (const { row } of archive.rows(kind)) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface Importer {
  row: ImportRow
  isAdmin: boolean
}

async function findContinued(
  db: Db,
  importer: Importer,
  archive: DataArchive,
  names: readonly string[],
): Promise<string | undefined> {
  const { row } = importer
  const shared = new Map<string, SharedTasks>(names.map((name) => [name, { known: 0, same: 0, required: 0 }]))
  let [count, digests] = [0, 0]
  for await (const tasks of readBatches(archive, 'tasks')) {
    const rows = new Map(tasks.map((task) => [task.id, task]))
    count += tasks.length
    digests += tasks.filter(({ id }) => isDigestId(id)).length
    for (const known of await listKnownTasks(db, importer, names, [...rows.keys()])) {
      const counts = shared.get(known.source)!
      counts.known += 1
      if (isSameTask(rows.get(known.external_id)!, known)) counts.same += 1
    }
  }
  if (digests * 2 > count)
    for (const [name, counts] of shared)
      if (counts.same > 0) counts.required = computeRequired(count, await countTasks(db, row.org_id, name))
  return chooseContinued(shared, row.project_id === null ? await findNamesWithProject(db, row, archive, names) : names)
}

/** Lists the tasks with ids of the file. Owners of a project compare no titles of tasks that they may not read. */
const listKnownTasks = (
  db: Db,
  { row: { org_id, project_id }, isAdmin }: Importer,
  names: readonly string[],
  ids: readonly string[],
) =>
  db.query(sql<KnownTask & { source: string; external_id: string }>`
    select x.source, x.external_id, x.fingerprint, t.title, t.created_at from external_refs x
      left join tasks t on t.org_id = ${org_id} and t.task_id = x.resource_id
        and (${isAdmin}::boolean or t.project_id = ${project_id} and not t.restricted and t.deleted_at is null)
    where x.org_id = ${org_id} and x.resource_type = 'task' and x.source = any(${names}::text[])
      and x.external_id = any(${ids}::text[])`)

async function countTasks(db: Db, orgId: string, name: string): Promise<number> {
  const [found] = await db.query(sql<{ count: number }>`
    select count(*)::int as count from external_refs
    where org_id = ${orgId} and resource_type = 'task' and source = ${name}`)
  return found!.count
}

/** Returns the names under which a project of the file is stored, with the same name. */
async function findNamesWithProject(db: Db, { org_id }: ImportRow, archive: DataArchive, names: readonly string[]) {
  const found = new Set<string>()
  for await (const projects of readBatches(archive, 'projects')) {
    const rows = await db.query(sql<{ source: string }>`
      select distinct x.source
      from unnest(${projects.map(({ id }) => id)}::text[],
          ${projects.map(({ name }) => cutText(name, 200))}::text[]) as w(id, name)
        join external_refs x on x.org_id = ${org_id} and x.resource_type = 'project' and x.external_id = w.id collate "C"
          and x.source = any(${names}::text[])
        join projects p on p.org_id = ${org_id} and p.project_id = x.resource_id and p.name = w.name
          and p.deleted_at is null`)
    for (const { source } of rows) found.add(source)
  }
  return [...found]
}

/** Ends the check of an import: takes the first name that no other source has, else the last. */
export async function claimSourceName(
  { database, clock }: Dependencies,
  row: ImportRow,
  names: SourceNames,
  { state, ...set }: Pick<ImportRow, 'state' | 'notes' | 'source'>,
): Promise<Partial<ImportRow>> {
  return database.transaction(async (trx) => {
    await trx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`import sources ${row.org_id}`}, 0))`)
    let [name] = names
    for (const other of names.slice(1)) if (await isTaken(trx, row, name)) name = other
    const next = { ...set, state: { ...state, source: name }, phase: 'writing' as const }
    await saveImport(trx, row, next, new Date(clock()).toISOString())
    return next
  })
}

async function isTaken(db: Db, { org_id, import_id }: ImportRow, name: string): Promise<boolean> {
  const found = await db.query(sql`
    (select 1 from external_refs where org_id = ${org_id} and resource_type = any('{project,task,comment}')
      and source = ${name} limit 1)
    union all
    (select 1 from imports where org_id = ${org_id} and import_id <> ${import_id} and phase = 'writing'
      and state ->> 'source' = ${name} limit 1)`)
  return found.length > 0
}
