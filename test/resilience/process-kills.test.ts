import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import type { Client, Server } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import { findFreePort } from '../support/postgres.ts'
import { spawnServer, type ServerProcess } from '../support/spawn.ts'
import { expectOnceEach } from './acknowledged-writes.ts'
import { sendUntilFinal } from './send-until-final.ts'
import { createRange, chooseSize } from './sizes.ts'

const writers = 16
/** A busy machine starts a server slowly. */
const patience = 300_000

/** Creates tasks, each retried with its key until acknowledged. Returns their ids by title. */
async function write(
  client: Client,
  orgId: string,
  name: string,
  isOver: () => boolean,
  onAcknowledged: () => void,
): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>()
  for (let i = 0; !isOver(); i++) {
    const title = `${name}-${i}`
    const headers = { 'idempotency-key': title }
    const { reply } = await sendUntilFinal(
      client,
      'POST',
      '/v1/tasks',
      { headers, body: { org_id: orgId, title } },
      { patience },
    )
    expect([reply.status, reply.body.title]).toEqual([200, title])
    acknowledged.set(title, reply.body.task_id)
    onAcknowledged()
  }
  return acknowledged
}

describe.each([
  ['postgres', chooseSize(3, 100)],
  ['embedded', chooseSize(1, 100)],
] as const)('a server killed on %s', (engine, kills) => {
  test.skipIf(engine === 'postgres' && !inject('svc').postgresUrl)(
    'loses no acknowledged write and does none twice',
    { timeout: chooseSize(600_000, 3_600_000) },
    async () => {
      const databaseUrl = engine === 'postgres' ? await copyTemplate() : undefined
      const port = await findFreePort()
      let server = await spawnServer({ port, ...(databaseUrl && { databaseUrl }) })
      // Survives a restart: the next server replaces its URL.
      const target: Server = { url: server.url, dispatcher: server.dispatcher }
      const client = await server.signIn('ada')
      Object.assign(client, { server: target })
      const { org_id } = await createOrganization(client)
      let over = false
      const progress = { count: 0 }
      const isOver = () => over
      const onAcknowledged = () => void progress.count++
      const writing = Promise.all(
        createRange(writers).map((i) => write(client, org_id, `w${i}`, isOver, onAcknowledged)),
      )
      for (const _ of createRange(kills)) {
        // Waits for enough progress on any machine; a failed writer ends the wait.
        const enough = progress.count + writers
        while (progress.count < enough) await Promise.race([sleep(20), writing])
        await sleep(Math.random() * 500)
        server = await replace(server, target, databaseUrl)
      }
      await sleep(200)
      over = true
      const acknowledged = new Map((await writing).flatMap((map) => [...map]))
      expect(acknowledged.size).toBeGreaterThan(writers * kills)
      await expectOnceEach(client, org_id, acknowledged)
      await server.stop('SIGTERM')
    },
  )
})

async function replace(server: ServerProcess, target: Server, databaseUrl?: string): Promise<ServerProcess> {
  await server.stop('SIGKILL')
  const { port, dataDir } = server
  const next = await spawnServer({ port, dataDir, ...(databaseUrl && { databaseUrl }) })
  Object.assign(target, { dispatcher: next.dispatcher })
  return next
}
