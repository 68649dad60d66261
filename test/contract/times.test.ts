import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectSuccess, nameOperations, prepare, send, writes } from './harness.ts'
import { createFixture } from './fixtures.ts'

const app = await startApp()
const fixture = await createFixture(app)
const hour = 3_600_000

/** Tables with version and update time and their keys; for a notification the time is that of its cause. */
const tables = await app.sql<{ name: string; key: string[] }>(`
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS key
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'notifications'
    AND (SELECT count(*) FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname IN ('version', 'updated_at')) = 2
  GROUP BY c.relname ORDER BY c.relname`)

interface Row {
  id: string
  version: number
  updated_at: string
}

async function readRows(): Promise<Map<string, Row>> {
  const selects = tables.map(
    ({ name, key }) => `SELECT concat_ws(' ', '${name}', ${key.join(', ')}) AS id, version, updated_at FROM ${name}`,
  )
  const found = await app.sql<Row>(selects.join(' UNION ALL '))
  return new Map(found.map((row) => [row.id, row]))
}

/** Operations whose events do not change the row they name, so its time need not increase. */
const leavesRow = [
  'goals.reorder',
  'imports.match_placeholder',
  'projects.reorder',
  'sessions.delete',
  'stops.file_tasks',
  'stops.pin_milestone',
  'stops.unfile_task',
  'stops.unpin_milestone',
]

const readLastEvents = async () =>
  new Map(
    (
      await app.sql<{ resource_id: string; created_at: string; event_id: string }>(`
        SELECT DISTINCT ON (resource_id) resource_id, created_at, event_id FROM events
        ORDER BY resource_id, lineage DESC, tx DESC, ord DESC, event_id DESC`)
    ).map((event) => [event.resource_id, event]),
  )

test('every table with versions is checked', () => {
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['tasks', 'projects', 'goals', 'sprints']))
})

describe.each(nameOperations(writes))('%s', (_, op) => {
  test('increases the update time although the clock was set back', async () => {
    const prepared = await prepare(fixture, op)
    const [before, eventsBefore] = [await readRows(), await readLastEvents()]
    app.clock.set(-hour)
    try {
      expectSuccess(op, await send(prepared.as ?? fixture.owner, op, prepared))
    } finally {
      app.clock.set(hour)
    }
    const [after, eventsAfter] = [await readRows(), await readLastEvents()]
    const earlier = [...after.values()].filter((row) => {
      const was = before.get(row.id)
      return was && (row.version !== was.version ? row.updated_at <= was.updated_at : row.updated_at < was.updated_at)
    })
    expect(earlier).toEqual([])
    const disordered = [...eventsAfter.values()].filter((event) => {
      const was = eventsBefore.get(event.resource_id)
      return !leavesRow.includes(op.id) && was && was.event_id !== event.event_id && event.created_at <= was.created_at
    })
    expect(disordered).toEqual([])
  })
})
