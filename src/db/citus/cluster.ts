import type pg from 'pg'
import { MIGRATION_LOCK_KEY } from '../migrate.ts'
import { workerSettings } from '../pooler-check.ts'

export class UnsuitableCluster extends Error {}

/** Locks the schema for the lifetime of the connection; returns false if another process has the lock. */
export async function tryLockSchema(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    MIGRATION_LOCK_KEY,
  ])
  return rows[0]!.free
}

const REQUIRED_SETTINGS = [
  {
    name: 'max_prepared_transactions',
    isValid: (value: string) => Number(value) > 0,
    why: 'a change on two servers is committed on both or none by prepared transactions; set it to max_connections',
  },
  {
    name: 'wal_level',
    isValid: (value: string) => value === 'logical',
    why: 'shards are moved by logical replication',
  },
] as const

/** Creates the extension and checks the servers. Without workers, the coordinator stores all shards. */
export async function prepareCluster(client: pg.ClientBase): Promise<string> {
  const available = await client.query(`select 1 from pg_available_extensions where name = 'citus'`)
  if (available.rows.length === 0)
    throw new UnsuitableCluster('the server does not have Citus: install it and add it to shared_preload_libraries')
  await client.query('create extension if not exists citus').catch((error: Error) => {
    throw new UnsuitableCluster(`create extension citus: ${error.message}`)
  })
  const nodes = await client.query<{ name: string; port: number; groupid: number }>(
    `select nodename as name, nodeport as port, groupid from pg_dist_node where isactive order by groupid`,
  )
  if (!nodes.rows.some(({ groupid }) => groupid === 0))
    throw new UnsuitableCluster(
      "the workers do not know the coordinator: run select citus_set_coordinator_host('HOST', PORT) on it, then citus_add_node for each worker",
    )
  const workers = nodes.rows.filter(({ groupid }) => groupid !== 0)
  if (workers.length === 0)
    await client.query(`select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true)
      from pg_dist_node where groupid = 0`)
  await requireSettings(client)
  await setOnAllServers(client, [
    // Triggers only touch rows of their own organization, which are on one server.
    { name: 'citus.enable_unsafe_triggers', value: 'on' },
    // Allows a transaction that read several shards to change rows on every server.
    { name: 'citus.multi_shard_modify_mode', value: `'sequential'` },
    ...workerSettings,
  ])
  return workers.length === 0 ? 'no workers: the coordinator stores all shards' : `${workers.length} workers`
}

/** Verifies the result: the coordinator propagates ALTER DATABASE and rejects it on workers. */
async function setOnAllServers(client: pg.ClientBase, settings: readonly { name: string; value: string }[]) {
  for (const { name, value } of settings) {
    const { rows } = await client.query<{ text: string }>(
      `select format('alter database %I set %s = %s', current_database(), $1::text, $2::text) as text`,
      [name, value],
    )
    await client.query(rows[0]!.text)
  }
  const { rows } = await client.query<{ nodeid: number; success: boolean; result: string }>(
    'select * from run_command_on_all_nodes($1)',
    [
      `select coalesce(json_agg(lower(one)), '[]') from pg_db_role_setting s
         join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) one
       where d.datname = current_database() and s.setrole = 0`,
    ],
  )
  for (const { nodeid, success, result } of rows) {
    const set = success ? (JSON.parse(result) as string[]) : []
    const toEntry = ({ name, value }: (typeof settings)[number]) => `${name}=${value.replaceAll("'", '')}`
    const missing = settings.find((one) => !set.includes(toEntry(one).toLowerCase()))
    if (missing)
      throw new UnsuitableCluster(
        `server ${nodeid} lacks a setting of the database: set ${missing.name} to ${missing.value} there`,
      )
  }
}

async function requireSettings(client: pg.ClientBase): Promise<void> {
  for (const { name, isValid, why } of REQUIRED_SETTINGS) {
    const { rows } = await client.query<{ nodeid: number; success: boolean; result: string }>(
      `select * from run_command_on_all_nodes($1)`,
      [`select current_setting('${name}')`],
    )
    const invalid = rows.find(({ success, result }) => !success || !isValid(result))
    if (invalid)
      throw new UnsuitableCluster(
        invalid.success
          ? `${name} is ${invalid.result} on server ${invalid.nodeid}: ${why}`
          : `server ${invalid.nodeid} does not respond: ${invalid.result}`,
      )
  }
}
