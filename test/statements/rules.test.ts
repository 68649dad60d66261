import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { checkStatement } from '../../scripts/statements/rules.mjs'

beforeAll(loadModule)

const listFindings = (text: string) =>
  checkStatement(text).findings.map(({ rule, table, alias }) => [rule, table, alias].join(' '))
const listNotes = (text: string) => checkStatement(text).notes.map(({ kind, alias }) => `${kind} ${alias}`)

test.each([
  ['by a parameter', 'SELECT 1 FROM tasks t WHERE t.org_id = $1 AND t.task_id = $2'],
  ['by a cast parameter on the left', 'SELECT 1 FROM tasks t WHERE $1::uuid = t.org_id'],
  ['by a constant', "SELECT 1 FROM tasks WHERE org_id = '00000000-0000-7000-8000-000000000000'"],
  ['in a row comparison', 'SELECT 1 FROM tasks t WHERE (t.org_id, t.task_id) = ($1, $2)'],
  ['by an inner join', 'SELECT 1 FROM users u JOIN tasks t ON t.org_id = $1 AND t.assignee = u.username'],
  ['by an outer join', 'SELECT 1 FROM users u LEFT JOIN tasks t ON t.org_id = $1'],
  [
    'below the null side of an outer join',
    'SELECT 1 FROM users LEFT JOIN (tasks t JOIN goals g ON g.org_id = $1 AND t.org_id = $1) ON true',
  ],
  ['on each level', 'SELECT (SELECT 1 FROM goals g WHERE g.org_id = $1) FROM tasks t WHERE t.org_id = $1'],
  ['in each arm of a union', 'SELECT 1 FROM tasks WHERE org_id = $1 UNION SELECT 1 FROM goals WHERE org_id = $1'],
  ['in an update and its FROM', 'UPDATE tasks t SET title = $3 FROM goals g WHERE t.org_id = $1 AND g.org_id = $1'],
  ['in a delete', 'DELETE FROM tasks t USING users u WHERE t.org_id = $1'],
  ['in an insert', 'INSERT INTO tasks (task_id, org_id) VALUES ($1, $2), ($3, $4::uuid)'],
  [
    'in what an insert selects',
    'INSERT INTO tasks_gone (org_id, task_id) SELECT org_id, task_id FROM tasks WHERE org_id = $1',
  ],
  [
    'in a recursion',
    `WITH RECURSIVE up AS (SELECT task_id FROM tasks WHERE org_id = $1 UNION ALL
    SELECT t.task_id FROM up JOIN tasks t ON t.org_id = $1 AND t.parent_task_id = up.task_id) SELECT 1 FROM up`,
  ],
  ['unless its tables are reference tables', 'SELECT 1 FROM users u JOIN designations d ON true'],
  ['unless a CTE has the name of a table', 'WITH tasks AS (SELECT 1 AS a) SELECT a FROM tasks'],
])('accepts a statement that names its organization %s', (_how, text) => {
  expect(listFindings(text)).toEqual([])
})

test.each([
  ['nowhere', 'SELECT 1 FROM tasks t WHERE t.task_id = $1', 'organization tasks t'],
  [
    'but for a row of the outer query',
    'SELECT (SELECT 1 FROM goals g WHERE g.org_id = t.org_id) FROM tasks t WHERE t.org_id = $1',
    'organization goals g',
  ],
  [
    'but for a CTE',
    'WITH w AS (SELECT $1::uuid AS org_id) SELECT 1 FROM w JOIN tasks t ON t.org_id = w.org_id',
    'organization tasks t',
  ],
  [
    'but for a LATERAL reference',
    'SELECT 1 FROM users u, LATERAL (SELECT 1 FROM tasks t WHERE t.org_id = u.home_org_id) x',
    'organization tasks t',
  ],
  ['in one case of several', 'SELECT 1 FROM tasks t WHERE t.org_id = $1 OR t.task_id = $2', 'organization tasks t'],
  [
    'by an outer join that keeps all',
    'SELECT 1 FROM tasks t LEFT JOIN users u ON t.org_id = $1',
    'organization tasks t',
  ],
  ['by a function', 'SELECT 1 FROM tasks t WHERE t.org_id = coalesce($1, $2)', 'organization tasks t'],
  ['in an update', 'UPDATE tasks SET title = $1 WHERE task_id = $2', 'organization tasks tasks'],
  [
    'in an update of several organizations',
    'UPDATE tasks SET title = $1 WHERE org_id = ANY($2)',
    'organization tasks tasks',
  ],
  [
    'in a delete',
    'DELETE FROM tasks t USING goals g WHERE g.org_id = $1 AND t.goal_id = g.goal_id',
    'organization tasks t',
  ],
  [
    'in one row of an insert',
    'INSERT INTO tasks (task_id, org_id) VALUES ($1, $2), ($3, gen_random_uuid())',
    'organization tasks tasks',
  ],
  [
    'in what an insert selects',
    'INSERT INTO tasks_gone (org_id, task_id) SELECT org_id, task_id FROM tasks',
    'organization tasks tasks',
  ],
  [
    'in the second arm of a recursion',
    `WITH RECURSIVE up AS (SELECT org_id, task_id FROM tasks WHERE org_id = $1 UNION ALL
    SELECT t.org_id, t.task_id FROM up JOIN tasks t ON t.org_id = up.org_id) SELECT 1 FROM up`,
    'recursion tasks t',
  ],
])('reports a statement whose organization is missing %s', (_where, text, finding) => {
  expect(listFindings(text)).toEqual([finding])
})

test('accepts a join on the organization of another table of the same level', () => {
  const text =
    'SELECT 1 FROM tasks t JOIN goals g ON g.org_id = t.org_id LEFT JOIN teams e ON e.org_id = g.org_id WHERE t.org_id = $1'
  expect(listFindings(text)).toEqual([])
  expect(listNotes(text)).toEqual(['joined g', 'joined e'])
})

test('accepts reads of several organizations, and reports locks', () => {
  const text = 'SELECT 1 FROM tasks t JOIN goals g ON g.org_id = t.org_id WHERE t.org_id = ANY($1::uuid[])'
  expect(listFindings(text)).toEqual([])
  expect(listNotes(text)).toEqual(['several t', 'several g'])
  expect(listNotes('SELECT 1 FROM tasks WHERE org_id IN ($1, $2)')).toEqual(['several tasks'])
  expect(listFindings(`${text} FOR UPDATE`)).toEqual(['lock tasks t', 'lock goals g'])
  expect(listFindings(`${text} FOR SHARE OF g`)).toEqual(['lock goals g'])
  expect(listFindings('SELECT 1 FROM tasks t WHERE t.org_id = $1 FOR UPDATE')).toEqual([])
})

test('checks a single-server statement as it is sent to a sharded database', () => {
  const each = 'SELECT 1 FROM tasks t WHERE t.org_id = any($1::uuid[]) /* each */'
  expect(listFindings(`${each} FOR UPDATE`)).toEqual([])
  expect(listNotes(each)).toEqual(['several t'])
  expect(listFindings('UPDATE tasks t SET title = $1 WHERE true /* t.org_id */ AND t.task_id = $2')).toEqual([])
  expect(listFindings('UPDATE tasks t SET title = $1 WHERE true AND t.task_id = $2')).toEqual(['organization tasks t'])
})

test('reports a subquery in the values of an insert', () => {
  const last = '(SELECT max(position) FROM goals WHERE org_id = $1)'
  expect(listFindings(`INSERT INTO goals (org_id, position) VALUES ($1, coalesce(${last}, 1))`)).toEqual([
    'subquery goals goals',
  ])
  expect(listFindings(`INSERT INTO goals (org_id, position) SELECT $1, ${last}`)).toEqual([])
})

test('reports a selection without columns from a CTE that writes', () => {
  const created = 'WITH made AS (INSERT INTO users (user_id) VALUES ($1) RETURNING 1)'
  expect(listFindings(`${created} SELECT NOT EXISTS (SELECT FROM made)`)).toEqual(['nothing made made'])
  expect(listFindings(`${created} SELECT NOT EXISTS (SELECT 1 FROM made)`)).toEqual([])
  expect(listFindings('SELECT EXISTS (SELECT FROM users)')).toEqual([])
})

test('reports events that are not inserted as values', () => {
  const from = 'SELECT org_id, event_id FROM jsonb_to_recordset($1::jsonb) AS e(org_id uuid, event_id text)'
  expect(listFindings(`INSERT INTO events (org_id, event_id) ${from}`)).toEqual(['copy events events'])
  expect(listFindings('INSERT INTO events (org_id, event_id) VALUES ($1, $2), ($3, $4)')).toEqual([])
  expect(listNotes(`INSERT INTO files (org_id, file_id) ${from}`)).toEqual(['copied files'])
})

test('reports subqueries and intervals in the update of an insert', () => {
  const update = (value: string) =>
    `INSERT INTO goals AS g (org_id, goal_id) VALUES ($1, $2) ON CONFLICT (org_id, goal_id) DO UPDATE SET updated_at = ${value}`
  expect(listFindings(update(`g.updated_at + interval '1 second'`))).toEqual(['conflict goals g'])
  expect(listFindings(update('(SELECT max(updated_at) FROM teams WHERE org_id = $1)'))).toEqual(['conflict goals g'])
  expect(listFindings(update('greatest($3::timestamptz, excluded.updated_at)'))).toEqual([])
  const condition = '$3 WHERE g.updated_at < (SELECT max(updated_at) FROM teams WHERE org_id = $1)'
  expect(listFindings(update(condition))).toEqual(['conflict goals g'])
  const local = `INSERT INTO notification_digests AS d (user_id) VALUES ($1) ON CONFLICT (user_id)
    DO UPDATE SET recent_mails = array(SELECT m FROM unnest(d.recent_mails) m)`
  expect(listFindings(local)).toEqual(['conflict notification_digests d'])
})

test('reports a cast of a column to an array in an update', () => {
  const update = (grams: string) =>
    `UPDATE task_search t SET grams = ${grams} FROM unnest($2::text[]) u (more) WHERE t.org_id = $1`
  expect(listFindings(update('u.more::integer[]'))).toEqual(['cast task_search t'])
  expect(listFindings(update('array_append(u.more::integer[], 1)'))).toEqual(['cast task_search t'])
  expect(listFindings(update("string_to_array(u.more, ',')::integer[]"))).toEqual([])
  expect(listFindings(update('$3::integer[]'))).toEqual([])
})

test('accepts statements without tables', () => {
  expect(['BEGIN', 'COMMIT', 'SET statement_timeout = 1', 'SELECT 1'].flatMap(listFindings)).toEqual([])
})

const findMark = (text: string) => checkStatement(text).findings[0]!.mark

test('keeps the mark of an exception when a filter is added beside the organization', () => {
  const readCount = (more: string) =>
    findMark(`SELECT (SELECT count(*) FROM goals g WHERE g.org_id = t.org_id${more}) FROM tasks t WHERE t.org_id = $1`)
  expect(readCount(' AND g.is_active AND g.name = $2')).toBe(readCount(''))
})

test('limits the mark of an exception without an organization to its filter, whatever the values', () => {
  const read = (rest: string) => findMark(`SELECT org_id FROM tasks WHERE ${rest}`)
  expect(read('task_id IN ($1, $2, $3) LIMIT 5')).toBe(read('task_id IN ($4) LIMIT 9'))
  expect(read('task_id = $1')).not.toBe(read('title = $1'))
})
