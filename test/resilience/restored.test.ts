import { Client as Connection } from 'pg'
import { expect, inject, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus, type Reply } from '../support/client.ts'
import { copyTemplate } from '../support/databases.ts'
import { createOrganization, createTask, createTokenClient } from '../support/factories.ts'

/** Retries while the response is 503, which reports lost connections. */
async function retryUnavailable(sendRequest: () => Promise<Reply>): Promise<Reply> {
  for (let i = 0; ; i++) {
    const reply = await sendRequest()
    if (reply.status !== 503 || i === 20) return reply
  }
}

test.skipIf(!inject('svc').postgresUrl)(
  'restoring a backup under a running server removes later rows, also from caches',
  async () => {
    const databaseUrl = await copyTemplate()
    const name = databaseUrl.slice(databaseUrl.lastIndexOf('/') + 1)
    const admin = new Connection({ connectionString: inject('svc').postgresUrl! })
    await admin.connect()
    const cut = (database: string) =>
      admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database])
    const app = await startApp({ databaseUrl })
    const ada = await app.signIn('ada')
    const { org_id } = await createOrganization(ada)
    const stored = await createTask(ada, org_id)
    const send = (key: string) => () =>
      ada.post('/v1/tasks', { body: { org_id, title: key }, headers: { 'idempotency-key': key } })
    const early = expectStatus(await send('early')(), 200)

    // PostgreSQL copies no template that has open connections.
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await cut(name)
    await admin.query(`CREATE DATABASE ${name}_backup TEMPLATE ${name}`)
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    const late = expectStatus(await retryUnavailable(send('late')), 200)
    const script = await createTokenClient(ada, org_id)
    expectStatus(await script.get(`/v1/tasks/${late.task_id}`), 200)
    expectStatus(await ada.patch(`/v1/tasks/${stored.task_id}`, { body: { title: 'Changed later' } }), 200)

    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.query(`ALTER DATABASE ${name}_backup RENAME TO ${name}`)
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
    const path = `/v1/tasks/${stored.task_id}`
    expect(expectStatus(await retryUnavailable(() => ada.get(path)), 200).title).toBe(stored.title)
    expect((await retryUnavailable(() => ada.get(`/v1/tasks/${late.task_id}`))).status).toBe(404)
    expect((await retryUnavailable(() => script.get(path))).body.type).toBe('urn:svc:problem:token-invalid')
    expect(expectStatus(await retryUnavailable(send('early')), 200).task_id).toBe(early.task_id)
    expect(expectStatus(await retryUnavailable(send('late')), 200).task_id).not.toBe(late.task_id)
    expectStatus(await ada.patch(path, { body: { title: 'And again' } }), 200)
    await admin.end()
  },
)
