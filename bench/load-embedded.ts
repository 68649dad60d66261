import type { ClientBase } from 'pg'
import { openEmbedded } from '../src/db/pglite/embedded-database.ts'
import { writableColumns, toColumnValues } from '../src/resources/work/tasks/rules.ts'
import { toGramsArray, buildSearchContent } from '../src/resources/work/tasks/queries/search.ts'
import { dropIndexes, kept, loadPeopleAndPlaces } from './load.ts'
import { tasksOf } from './organization.ts'
import { loadSections } from './sections.ts'
import { prepareAsking, type Asking } from './site.ts'

const columns = [...kept, ...writableColumns]
const taskSql = `insert into tasks (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`
const searchSql = 'insert into task_search (org_id, task_id, content, grams) values ($1, $2, $3, $4)'

/** Runs `work` on the embedded database in a folder, which no server has open. */
async function opened<T>(dataDir: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
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

/** Makes what a server on this folder is asked with. */
export const askingOf = (dataDir: string): Promise<Asking> => opened(dataDir, prepareAsking)

/** Loads the organization with `count` tasks into the embedded database of a folder, whose tables are there. */
export const loadFolder = (dataDir: string, count: number): Promise<void> =>
  opened(dataDir, (client) => load(client, count))

/**
 * Loads the organization with `count` tasks into the embedded database, whose engine reads no files but its own: row by
 * row, as many as are measured there.
 */
async function load(client: ClientBase, count: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await loadPeopleAndPlaces(client)
  const indexes = await dropIndexes(client, ['tasks', 'task_search', 'task_sections'])
  await client.query('begin')
  for (const task of tasksOf(count)) {
    const values = [...kept.map((name) => task[name]), ...toColumnValues(task)]
    await client.query({ name: 'task', text: taskSql, values })
    const content = buildSearchContent(task)
    const searched = [task.org_id, task.task_id, content, toGramsArray(content)]
    await client.query({ name: 'search', text: searchSql, values: searched })
  }
  await client.query('commit')
  await loadSections(client)
  // A build that is compared may be from before counts were kept.
  const { rows } = await client.query(`select to_regprocedure('recount_tasks()') is not null as kept`)
  if ((rows[0] as { kept: boolean }).kept) await client.query('select recount_tasks()')
  for (const index of indexes) await client.query(index)
  for (const statement of ['vacuum (analyze)', 'checkpoint']) await client.query(statement)
}
