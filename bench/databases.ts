import { Client } from 'pg'
import { migrate, THIS_BUILD, type Build } from './builds.ts'
import { loadOrganization } from './data/load.ts'

export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const toDatabaseUrl = (serverUrl: string, name: string): string => serverUrl.replace(/[^/]*$/, name)

/** Returns the database with so many tasks, which a previous run on the same server may have loaded. */
export async function openDatabase(serverUrl: string, tasks: number): Promise<string> {
  const name = `bench_${tasks}`
  const url = toDatabaseUrl(serverUrl, name)
  const exists = await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    return Boolean(rowCount)
  })
  if (!exists) await createDatabase(serverUrl, name, tasks)
  // A previous run used other keys.
  await withClient(url, (client) => client.query('delete from secret_key_checks'))
  return url
}

/** Creates a database that `build` migrates, and loads the organization with so many tasks into it. */
export async function createDatabase(
  serverUrl: string,
  name: string,
  tasks: number,
  build: Build = THIS_BUILD,
): Promise<string> {
  const url = await createEmptyDatabase(serverUrl, name)
  const start = performance.now()
  print(`loading ${tasks} tasks into ${name}`)
  migrate({ DATABASE_URL: url }, build)
  await withClient(url, (client) => loadOrganization(client, tasks, print))
  print(`loaded in ${Math.round((performance.now() - start) / 1000)} s`)
  return url
}

/** Creates a database, empty or from a template, in place of one with the same name. */
export async function createEmptyDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  await dropDatabase(serverUrl, name)
  await withClient(serverUrl, (client) =>
    client.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`),
  )
  return toDatabaseUrl(serverUrl, name)
}

export const dropDatabase = (serverUrl: string, name: string): Promise<unknown> =>
  withClient(serverUrl, (client) => client.query(`drop database if exists ${name}`))
