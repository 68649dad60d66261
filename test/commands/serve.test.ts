import { afterAll, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { killServers, spawnServer } from '../support/spawn.ts'

afterAll(killServers)

test.skipIf(!inject('svc').postgresUrl)(
  'a worker does not say that it answers where the API does',
  async () => {
    const databaseUrl = await copyTemplate()
    const api = await spawnServer({ databaseUrl, env: { ROLE: 'api' } })
    expect(api.greeting).toBe(`svc answers at ${api.url} (postgres database)`)
    const worker = await spawnServer({ databaseUrl, env: { ROLE: 'worker', BASE_URL: api.url } })
    expect(worker.greeting).toBe(
      `svc does the background work of ${api.url} (postgres database), and answers health`,
    )
  },
)
