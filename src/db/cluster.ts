import type pg from 'pg'
import { migrationLock } from './migrate.ts'
import { ofCarriedOut } from './role-settings.ts'

/** The cluster is not one over which tables can be spread; the message says why, and what to do. */
export class ClusterUnfit extends Error {}

/** Keeps others from changing the tables as long as this connection is open; false where somebody does so now. */
export async function holdTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
    migrationLock,
  ])
  return rows[0]!.free
}

/** What every server has to have set, and why. */
const needed = [
  {
    name: 'max_prepared_transactions',
    fits: (value: string) => Number(value) > 0,
    why: 'a change on two servers is committed on both or none by prepared transactions; set it to max_connections',
  },
  {
    name: 'wal_level',
    fits: (value: string) => value === 'logical',
    why: 'shards are moved by logical replication',
  },
] as const

/**
 * Makes sure that the extension is there, that servers answer, and that they are set as they have to be; gives what there
 * is to say. A cluster without workers keeps all shards on the coordinator.
 */
export async function prepareCluster(client: pg.ClientBase): Promise<string> {
  const available = await client.query(`select 1 from pg_available_extensions where name = 'citus'`)
  if (available.rows.length === 0)
    throw new ClusterUnfit(
      'the server does not have Citus: install it, and put it into shared_preload_libraries',
    )
  await client.query('create extension if not exists citus').catch((error: Error) => {
    throw new ClusterUnfit(`create extension citus: ${error.message}`)
  })
  const nodes = await client.query<{ name: string; port: number; groupid: number }>(
    `select nodename as name, nodeport as port, groupid from pg_dist_node where isactive order by groupid`,
  )
  if (!nodes.rows.some(({ groupid }) => groupid === 0))
    throw new ClusterUnfit(
      "the coordinator is not known to its workers: run select citus_set_coordinator_host('HOST', PORT) on it, then citus_add_node for each worker",
    )
  const workers = nodes.rows.filter(({ groupid }) => groupid !== 0)
  if (workers.length === 0)
    await client.query(`select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true)
      from pg_dist_node where groupid = 0`)
  await requireSettings(client)
  await setEverywhere(client, [
    // What a table's triggers do stays within its organization, so within one server.
    { name: 'citus.enable_unsafe_triggers', value: 'on' },
    // A transaction that looked at several shards may go on to change what lies on every server.
    { name: 'citus.multi_shard_modify_mode', value: `'sequential'` },
    ...ofCarriedOut,
  ])
  return workers.length === 0 ? 'no workers: the coordinator keeps all shards' : `${workers.length} workers`
}

/**
 * Has settings hold for this database on every server. The coordinator has its workers do as it does, and refuses to have
 * them told so by anybody else: whether they did is looked at afterwards.
 */
async function setEverywhere(
  client: pg.ClientBase,
  settings: readonly { name: string; value: string }[],
): Promise<void> {
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
    const textOf = ({ name, value }: (typeof settings)[number]) => `${name}=${value.replaceAll("'", '')}`
    const lacking = settings.find((one) => !set.includes(textOf(one).toLowerCase()))
    if (lacking)
      throw new ClusterUnfit(
        `server ${nodeid} did not take over a setting of the database: set ${lacking.name} to ${lacking.value} there`,
      )
  }
}

async function requireSettings(client: pg.ClientBase): Promise<void> {
  for (const { name, fits, why } of needed) {
    const { rows } = await client.query<{ nodeid: number; success: boolean; result: string }>(
      `select * from run_command_on_all_nodes($1)`,
      [`select current_setting('${name}')`],
    )
    const odd = rows.find(({ success, result }) => !success || !fits(result))
    if (odd)
      throw new ClusterUnfit(
        odd.success
          ? `${name} is ${odd.result} on server ${odd.nodeid}: ${why}`
          : `server ${odd.nodeid} does not answer: ${odd.result}`,
      )
  }
}
