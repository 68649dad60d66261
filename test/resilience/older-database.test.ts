import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { startApp, type Client, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization, createTask } from '../support/factories.ts'
import { startPostgres } from '../support/postgres.ts'

const stored = `update tasks set title = $3, version = 7, updated_at = '2026-11-22T12:00:00Z'
  where org_id = $1 and task_id = $2 returning xmin::text, ctid::text`

async function takeTransactionId(app: TestApp): Promise<bigint> {
  const [row] = await app.sql<{ id: string }>('select pg_current_xact_id()::text as id')
  return BigInt(row!.id)
}

/** Writes the same version of a task in the transaction with this id, so that only its title differs. */
async function writeAs(app: TestApp, id: bigint, [org_id, task_id, title]: [string, string, string]) {
  for (;;) {
    const last = await takeTransactionId(app)
    if (last === id - 1n) break
    expect(last).toBeLessThan(id)
  }
  const [written] = await app.sql<{ xmin: string; ctid: string }>(stored, [org_id, task_id, title])
  expect(written!.xmin).toBe(String(id))
  return written
}

const listTitles = async (client: Client, org_id: string): Promise<string[]> =>
  expectStatus(await client.get('/v1/tasks', { query: { org_id } }), 200).data.map(
    (row: { title: string }) => row.title,
  )

/** Waits until the server has reconnected. */
async function waitUntilReconnected(client: Client): Promise<void> {
  for (let tries = 0; ; tries++) {
    const reply = await client.get('/v1/me')
    if (reply.status === 200) return
    expect([reply.status, tries < 50]).toEqual([503, true])
  }
}

describe.skipIf(!inject('svc').postgresUrl)('PostgreSQL restored to an older state', async () => {
  const server = inject('svc').postgresUrl ? await startPostgres() : null
  if (!server) return
  afterAll(() => server.stop())

  test('returns no cached page from before, even where transaction ids repeat', async () => {
    const app = await startApp({ databaseUrl: await server.createDatabase('past') })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const { task_id } = await createTask(ada, org_id, { title: 'At first' })
    await server.restart((data) => execFileSync('cp', ['-a', data, `${data}.past`]))
    await waitUntilReconnected(ada)
    for (let i = 0; i < 3; i++) expect(await listTitles(ada, org_id)).toEqual(['At first'])

    const id = (await takeTransactionId(app)) + 200n
    const first = await writeAs(app, id, [org_id, task_id, 'What is lost'])
    for (let i = 0; i < 3; i++) expect(await listTitles(ada, org_id)).toEqual(['What is lost'])

    await server.restart((data) => {
      execFileSync('rm', ['-rf', data])
      execFileSync('mv', [`${data}.past`, data])
    })
    await waitUntilReconnected(ada)
    const second = await writeAs(app, id, [org_id, task_id, 'What came instead'])
    expect(second).toEqual(first)
    for (let i = 0; i < 3; i++) expect(await listTitles(ada, org_id)).toEqual(['What came instead'])
  })
})
