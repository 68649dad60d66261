import { once } from 'node:events'
import { createWriteStream, mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { openEmbedded } from '../../src/db/pglite/embedded-database.ts'
import { normalizeForSearch, toSortKey } from '../../src/core/text.ts'
import { writableColumns, toColumnValues } from '../../src/resources/work/tasks/rules.ts'
import type { TaskRow } from '../../src/resources/work/tasks/queries/rows.ts'
import { buildGrams, buildSearchContent } from '../../src/resources/work/tasks/queries/search.ts'
import { createdAt, generateTasks, goals, members, orgId, projects, teams } from './organization.ts'
import { loadSections } from './sections.ts'

type Print = (line: string) => void

/** Loads the organization with `count` tasks into a migrated database, with the rows that the service would have written. */
export const loadOrganization = (client: ClientBase, count: number, print: Print): Promise<void> =>
  load(client, async () => {
    await client.query(`set maintenance_work_mem = '1GB'`)
    await copyTasks(client, count, print)
  })

/** Runs `work` on the embedded database of a folder, which no server may have open. */
export async function withEmbedded<T>(dataDir: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const database = await openEmbedded({
    dataDir,
    snapshot: undefined,
    timeoutMs: 600_000,
    log: () => undefined,
  })
  try {
    return await database.session(work)
  } finally {
    await database.close()
  }
}

/** Loads the embedded database, which cannot copy from files. */
export const loadEmbedded = (dataDir: string, count: number): Promise<void> =>
  withEmbedded(dataDir, (client) => load(client, () => insertTasks(client, count)))

async function load(client: ClientBase, loadTasks: () => Promise<void>): Promise<void> {
  // Skips foreign keys and triggers: the generated rows are consistent.
  await client.query('set session_replication_role = replica')
  await loadPeopleAndProjects(client)
  await withoutIndexes(client, ['tasks', 'task_search', 'task_sections'], async () => {
    await loadTasks()
    await loadKeys(client)
    await loadSections(client)
    await client.query('select recount_tasks()')
  })
  for (const statement of ['vacuum (analyze)', 'checkpoint']) await client.query(statement)
}

/** Drops the indexes of tables during `work`, since building them at the end is many times faster. */
export async function withoutIndexes(client: ClientBase, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = any($1)
     and indexname not in (select conname from pg_constraint)`,
    [tables],
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  await work()
  for (const { indexdef } of rows) await client.query(indexdef)
}

/** Returns those of the columns that the table has: a build of another commit may have fewer. */
async function selectColumns(client: ClientBase, table: string, names: string[]): Promise<string[]> {
  const { rows } = await client.query<{ attname: string }>(
    'select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  )
  return names.filter((name) => rows.some(({ attname }) => attname === name))
}

export async function insertRows(client: ClientBase, table: string, rows: object[]): Promise<void> {
  const columns = (await selectColumns(client, table, Object.keys(rows[0]!))).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

const timestamps = { created_at: createdAt, updated_at: createdAt }
const shared = { org_id: orgId, version: 1, ...timestamps }
const withName = (name: string) => ({ ...shared, name, name_key: toSortKey(name) })

async function loadPeopleAndProjects(client: ClientBase): Promise<void> {
  await insertRows(client, 'organizations', [{ ...withName('Benchmark'), description: '' }])
  const users = members.map(({ user_id, username }) => {
    const email = `${username}@bench.invalid`
    const verified = { email, email_key: email, email_verified: true }
    const login = { issuer: 'bench', subject: username, kind: 'user' }
    return {
      user_id,
      username,
      username_key: normalizeForSearch(username),
      ...login,
      ...verified,
      ...timestamps,
    }
  })
  await insertRows(client, 'users', users)
  const memberships = members.map(({ user_id, username, role }) => {
    const member = { user_id, username, username_key: normalizeForSearch(username), role }
    return { ...shared, ...member, kind: 'user', is_active: true, accepted_at: createdAt }
  })
  await insertRows(client, 'organization_members', memberships)
  const teamRows = teams.map(({ team_id }, i) => ({ ...withName(`Team ${i}`), team_id, is_active: true }))
  await insertRows(client, 'teams', teamRows)
  const teamMembers = teams.flatMap(({ team_id, members: inTeam }) =>
    inTeam.map(({ user_id, username }) => {
      const member = { team_id, user_id, username, team_role: 'member' }
      return { ...shared, ...member, is_active: true }
    }),
  )
  await insertRows(client, 'team_members', teamMembers)
  await loadProjects(client)
}

async function loadProjects(client: ClientBase): Promise<void> {
  const projectRows = projects.map(({ project_id, visibility, team_id }, i) => {
    const ranks = { status: 'in_progress', status_rank: 1, priority: 'none', priority_rank: 4 }
    const project = { project_id, team_id, visibility, position: i, editors_can_add_members: false }
    return { ...withName(`Project ${i}`), prefix: `B${i}`, ...ranks, ...project }
  })
  await insertRows(client, 'projects', projectRows)
  const projectMembers = projects.flatMap(({ project_id, members: inProject }) =>
    inProject.map(({ person: { user_id, username }, project_role }) => {
      const member = {
        project_id,
        user_id,
        username,
        username_key: normalizeForSearch(username),
        project_role,
      }
      return { ...shared, ...member, is_active: true }
    }),
  )
  await insertRows(client, 'project_members', projectMembers)
  const goalRows = goals.map((goal, position) => ({
    ...withName(`Goal ${position}`),
    ...goal,
    position,
    status: 'open',
    is_active: true,
  }))
  await insertRows(client, 'goals', goalRows)
}

/** Loads the keys of tasks and the counters of projects, unless a build of another commit has none. */
async function loadKeys(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('task_keys') is not null as exists`)
  if (!rows[0]!.exists) return
  const catalogs = await client.query(`select where to_regclass('organization_catalogs') is not null`)
  if (catalogs.rowCount! > 0)
    await client.query('insert into organization_catalogs select org_id, gen_random_uuid() from organizations')
  await client.query(`
    insert into project_prefixes select org_id, prefix, project_id from projects;
    insert into task_keys select org_id, project_id, number, task_id from tasks where project_id is not null;
    insert into project_numbers select p.org_id, p.project_id, coalesce(max(t.number), 0)
      from projects p left join tasks t on t.org_id = p.org_id and t.project_id = p.project_id group by 1, 2`)
}

const systemColumns = [
  'org_id',
  'task_id',
  'number',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
] as const
const taskColumns: readonly string[] = [...systemColumns, ...writableColumns]
const toTaskRow = (task: TaskRow): Record<string, unknown> => {
  const values = [...systemColumns.map((name) => task[name]), ...toColumnValues(task)]
  return Object.fromEntries(taskColumns.map((name, i) => [name, values[i]]))
}

const toSearchRow = (task: TaskRow) => {
  const content = buildSearchContent(task)
  return { org_id: task.org_id, task_id: task.task_id, content, grams: [...buildGrams(content)] }
}

function* splitIntoChunks(tasks: Iterable<TaskRow>, size: number): Generator<TaskRow[]> {
  let chunk: TaskRow[] = []
  for (const task of tasks) {
    chunk.push(task)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

const INSERT_CHUNK = 500

/** Columns whose values are JSON texts, which `insertRows` would store as strings. */
const JSON_COLUMNS = new Set(['type_data', 'metadata', 'custom'])

const parseJsonColumns = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      JSON_COLUMNS.has(name) && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
    ]),
  )

async function insertTasks(client: ClientBase, count: number): Promise<void> {
  await client.query('begin')
  for (const tasks of splitIntoChunks(generateTasks(count), INSERT_CHUNK)) {
    await insertRows(client, 'tasks', tasks.map(toTaskRow).map(parseJsonColumns))
    await insertRows(client, 'task_search', tasks.map(toSearchRow))
  }
  await client.query('commit')
}

const COPY_CHUNK = 20_000

/** Writes a chunk to files while the server copies the previous one. */
async function copyTasks(client: ClientBase, count: number, print: Print): Promise<void> {
  const tables = [
    { table: 'tasks', toRow: toTaskRow, columns: await selectColumns(client, 'tasks', [...taskColumns]) },
    { table: 'task_search', toRow: toSearchRow, columns: ['org_id', 'task_id', 'content', 'grams'] },
  ]
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  chmodSync(folder, 0o755) // the server runs as another user
  try {
    let copying = Promise.resolve()
    let loaded = 0
    for (const tasks of splitIntoChunks(generateTasks(count), COPY_CHUNK)) {
      const files = tables.map(({ table }) => join(folder, `${table}-${loaded}`))
      for (const [i, { toRow, columns }] of tables.entries()) await writeCopyFile(files[i]!, columns, tasks.map(toRow))
      await copying
      const copy = async () => {
        for (const [i, { table, columns }] of tables.entries()) {
          await client.query(`copy ${table} (${columns.join(', ')}) from '${files[i]!}'`)
          rmSync(files[i]!)
        }
      }
      copying = copy()
      loaded += tasks.length
      if (loaded % 200_000 === 0) print(`  ${loaded} tasks`)
    }
    await copying
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeCopyFile(file: string, columns: string[], rows: Record<string, unknown>[]): Promise<void> {
  const stream = createWriteStream(file, { mode: 0o644 })
  for (const row of rows) {
    const line = `${columns.map((name) => toCopyField(row[name])).join('\t')}\n`
    if (!stream.write(line)) await once(stream, 'drain')
  }
  await once(stream.end(), 'close')
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escape = (text: string) => text.replace(/[\\\n\r\t]/g, (character) => escapes[character]!)

function toCopyField(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (!Array.isArray(value)) return escape(String(value))
  if (typeof value[0] === 'number') return `{${value.join()}}`
  return escape(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join()}}`)
}
