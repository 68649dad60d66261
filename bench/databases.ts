import { connected } from './connected.ts'
import { loadOrganization } from './load.ts'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The address of another database of the same server. */
export const onServer = (serverUrl: string, name: string): string => serverUrl.replace(/[^/]*$/, name)

/** Loads a database; `load` does it other than this build would. */
export type Load = (url: string, tasks: number, say: (line: string) => void) => Promise<void>

/** The database of a size, loaded unless an earlier run left it there. */
export async function databaseOf(
  serverUrl: string,
  tasks: number,
  load: Load = loadOrganization,
): Promise<string> {
  const name = `bench_${tasks}`
  const url = onServer(serverUrl, name)
  await connected(serverUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return
    const start = performance.now()
    say(`loading ${tasks} tasks`)
    await client.query(`create database ${name}`)
    await load(url, tasks, say)
    say(`loaded in ${Math.round((performance.now() - start) / 1000)} s`)
  })
  return url
}

/** Lets a run's servers open a database that was used with the keys of an earlier run. */
export const forgetKeys = (url: string): Promise<unknown> =>
  connected(url, (client) => client.query('delete from secret_key_checks'))

/** The database of a size, to be served. */
export async function servedDatabase(serverUrl: string, tasks: number): Promise<string> {
  const url = await databaseOf(serverUrl, tasks)
  await forgetKeys(url)
  return url
}

/** A new database, empty or as a copy of another, in place of what has its name. */
export async function freshDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  await connected(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  })
  return onServer(serverUrl, name)
}

export const dropDatabase = (serverUrl: string, name: string): Promise<unknown> =>
  connected(serverUrl, (client) => client.query(`drop database if exists ${name}`))
