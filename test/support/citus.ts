import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { citusSettings, startPostgres, withClient, type TestServer } from './postgres.ts'

export interface TestCluster {
  databaseUrl: string
  coordinator: TestServer
  workers: TestServer[]
  stop(): Promise<void>
}

const DATABASE_NAME = 'sharded'

/** Starts and connects the servers; the database is empty, and its tables are not sharded yet. */
export async function startCluster(
  workers: number,
  { fsync = false, settings = {} }: { fsync?: boolean; settings?: Record<string, string> } = {},
): Promise<TestCluster> {
  const servers: TestServer[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  try {
    while (servers.length <= workers)
      servers.push((await startPostgres({ fsync, settings: { ...citusSettings, ...settings } }))!)
    for (const server of servers) {
      await server.createDatabase(DATABASE_NAME)
      await withClient(server.url(DATABASE_NAME), (client) => client.query('create extension citus'))
    }
    const [coordinator, ...others] = servers as [TestServer, ...TestServer[]]
    const databaseUrl = coordinator.url(DATABASE_NAME)
    await withClient(databaseUrl, async (client) => {
      await client.query(`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
      for (const { port } of others) await client.query(`select citus_add_node('127.0.0.1', ${port})`)
    })
    return { databaseUrl, coordinator, workers: others, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function runDistribute(databaseUrl: string, shards: number): Promise<string[]> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
  }
  const command = [resolve('dist/main.js'), 'distribute', '--shards', String(shards)]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return stdout.trim().split('\n')
}

export const queryAt = <R>(url: string, text: string, values: unknown[] = []): Promise<R[]> =>
  withClient(url, async (client) => (await client.query(text, values)).rows as R[])
