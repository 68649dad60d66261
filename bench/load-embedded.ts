import type { ClientBase } from 'pg'
import { writtenColumns, writtenValues } from '../src/resources/tasks/rules.ts'
import { gramsColumn, searchContent } from '../src/resources/tasks/search.ts'
import { dropIndexes, kept, loadPeopleAndPlaces } from './load.ts'
import { tasksOf } from './organization.ts'
import { loadSections } from './sections.ts'

const columns = [...kept, ...writtenColumns]
const taskSql = `insert into tasks (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`
const searchSql = 'insert into task_search (org_id, task_id, content, grams) values ($1, $2, $3, $4)'

/**
 * Loads the organization with `count` tasks into the embedded database, whose engine reads no files but its own: row by
 * row, as many as are measured there.
 */
export async function loadEmbedded(client: ClientBase, count: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await loadPeopleAndPlaces(client)
  const indexes = await dropIndexes(client, ['tasks', 'task_search', 'task_sections'])
  await client.query('begin')
  for (const task of tasksOf(count)) {
    const values = [...kept.map((name) => task[name]), ...writtenValues(task)]
    await client.query({ name: 'task', text: taskSql, values })
    const content = searchContent(task)
    const searched = [task.org_id, task.task_id, content, gramsColumn(content)]
    await client.query({ name: 'search', text: searchSql, values: searched })
  }
  await client.query('commit')
  await loadSections(client)
  for (const index of indexes) await client.query(index)
  for (const statement of ['vacuum (analyze)', 'checkpoint']) await client.query(statement)
}
