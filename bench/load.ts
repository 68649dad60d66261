import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client, ClientBase } from 'pg'
import { normalizeForSearch, toSortKey } from '../src/core/text.ts'
import { writableColumns, toColumnValues } from '../src/resources/work/tasks/rules.ts'
import type { TaskRow } from '../src/resources/work/tasks/queries/rows.ts'
import { buildGrams, buildSearchContent } from '../src/resources/work/tasks/queries/search.ts'
import { connected } from './connected.ts'
import { goals, members, orgId, projects, tasksOf, teams } from './organization.ts'
import { loadSections } from './sections.ts'

const made = '2024-11-01T09:00:00.000Z'

/** Brings a database up to date, by the build in `root`. */
export const migrate = (url: string, root = '.'): void =>
  runMigrate({ DATABASE_URL: url, SECRET_KEYS: `1:${Buffer.alloc(32).toString('base64')}` }, root)

/** Brings the database up to date that these settings name. */
export function runMigrate(settings: Record<string, string>, root = '.'): void {
  execFileSync(process.execPath, [join(root, 'dist', 'main.js'), 'migrate'], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Brings a database up to date and loads the organization with `count` tasks, as the service would have written it. */
export async function loadOrganization(
  url: string,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  migrate(url)
  await connected(url, async (client) => {
    // References are right by the way they are made; checking millions of them would only take time.
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
    await loadPeopleAndPlaces(client)
    const indexes = await dropIndexes(client, ['tasks', 'task_search', 'task_sections'])
    await loadTasks(client, count, say)
    await loadSections(client)
    await client.query('select recount_tasks()')
    for (const index of indexes) await client.query(index)
    say(`  indexes made`)
    for (const statement of ['vacuum (analyze)', 'checkpoint']) await client.query(statement)
  })
}

/** Building an index at the end is many times faster than keeping it up; gives what makes them again. */
export async function dropIndexes(client: ClientBase, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = any($1)
     and indexname not in (select conname from pg_constraint)`,
    [tables],
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map((row) => row.indexdef)
}

async function insert(client: ClientBase, table: string, records: object[]): Promise<void> {
  const names = Object.keys(records[0]!).join(', ')
  await client.query(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(records)],
  )
}

/** Everything but the tasks and their sections. */
export async function loadPeopleAndPlaces(client: ClientBase): Promise<void> {
  const stamps = { created_at: made, updated_at: made }
  const row = { org_id: orgId, version: 1, ...stamps }
  const named = (name: string) => ({ name, name_key: toSortKey(name) })
  await insert(client, 'organizations', [{ ...row, ...named('Benchmark'), description: '' }])
  await insert(
    client,
    'users',
    members.map(({ user_id, username }) => {
      const email = `${username}@bench.invalid`
      const address = { email, email_key: email, email_verified: true }
      const identity = { issuer: 'bench', subject: username, kind: 'user' }
      return {
        user_id,
        username,
        username_key: normalizeForSearch(username),
        ...identity,
        ...address,
        ...stamps,
      }
    }),
  )
  await insert(
    client,
    'organization_members',
    members.map(({ user_id, username, role }) => {
      const person = { user_id, username, username_key: normalizeForSearch(username), role }
      return { ...row, ...person, kind: 'user', is_active: true, accepted_at: made }
    }),
  )
  await insert(
    client,
    'teams',
    teams.map((team, i) => ({ ...row, team_id: team.team_id, ...named(`Team ${i}`), is_active: true })),
  )
  const joined = teams.flatMap((team) => team.members.map((person) => ({ team, person })))
  await insert(
    client,
    'team_members',
    joined.map(({ team, person: { user_id, username } }) => {
      const member = { team_id: team.team_id, user_id, username, team_role: 'member' }
      return { ...row, ...member, is_active: true }
    }),
  )
  await loadProjects(client, row, named)
}

async function loadProjects(client: ClientBase, row: object, named: (name: string) => object): Promise<void> {
  await insert(
    client,
    'projects',
    projects.map(({ project_id, visibility, team_id }, i) => {
      const ranks = { status: 'in_progress', status_rank: 1, priority: 'none', priority_rank: 4 }
      const place = { project_id, team_id, visibility, position: i, editors_can_add_members: false }
      return { ...row, ...named(`Project ${i}`), ...ranks, ...place }
    }),
  )
  const joined = projects.flatMap((project) => project.members.map((member) => ({ project, ...member })))
  await insert(
    client,
    'project_members',
    joined.map(({ project, person: { user_id, username }, project_role }) => {
      const member = {
        project_id: project.project_id,
        user_id,
        username,
        username_key: normalizeForSearch(username),
      }
      return { ...row, ...member, project_role, is_active: true }
    }),
  )
  await insert(
    client,
    'goals',
    goals.map((goal, i) => ({
      ...row,
      ...goal,
      ...named(`Goal ${i}`),
      position: i,
      status: 'open',
      is_active: true,
    })),
  )
}

/** What is stored of a task beside what is written of it. */
export const kept = [
  'org_id',
  'task_id',
  'version',
  'created_by',
  'updated_by',
  'created_at',
  'updated_at',
] as const
const chunk = 20_000

/** Writes the tasks to files, chunk by chunk, while the server copies in the chunk before. */
async function loadTasks(client: Client, count: number, say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  chmodSync(folder, 0o755) // the server reads it as another user
  try {
    let copying = Promise.resolve()
    let n = 0
    for (const tasks of chunksOf(tasksOf(count))) {
      const files = [join(folder, `tasks-${n}`), join(folder, `search-${n}`)] as const
      await writeChunk(files, tasks)
      await copying
      const copy = async () => {
        await client.query(`copy tasks (${columns.join(', ')}) from '${files[0]}'`)
        await client.query(`copy task_search (org_id, task_id, content, grams) from '${files[1]}'`)
        for (const file of files) rmSync(file)
      }
      copying = copy()
      n += tasks.length
      if (n % 200_000 === 0) say(`  ${n} tasks`)
    }
    await copying
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function* chunksOf(tasks: Iterable<TaskRow>): Generator<TaskRow[]> {
  let some: TaskRow[] = []
  for (const task of tasks) {
    some.push(task)
    if (some.length < chunk) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

const columns: readonly string[] = [...kept, ...writableColumns]

async function writeChunk(files: readonly [string, string], tasks: TaskRow[]): Promise<void> {
  const [taskFile, searchFile] = files.map((file) => createWriteStream(file, { mode: 0o644 }))
  for (const task of tasks) {
    const content = buildSearchContent(task)
    taskFile!.write(line([...kept.map((name) => task[name]), ...toColumnValues(task)]))
    const found = line([task.org_id, task.task_id, content])
    if (!searchFile!.write(`${found.slice(0, -1)}\t{${buildGrams(content).join()}}\n`))
      await once(searchFile!, 'drain')
  }
  await Promise.all([taskFile!, searchFile!].map((file) => once(file.end(), 'close')))
}

/** A line of COPY's text format. */
const line = (values: unknown[]) => `${values.map(field).join('\t')}\n`
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string) => text.replace(/[\\\n\r\t]/g, (character) => escapes[character]!)

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (!Array.isArray(value)) return escaped(String(value))
  return escaped(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join()}}`)
}
