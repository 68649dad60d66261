import type { Client } from 'pg'

/** Costs of a statement per request. */
export interface StatementCost {
  text: string
  calls: number
  micros: number
  walBytes: number
}

interface Counters {
  transactions: string
  wal_bytes: string
  wal_sync: string
}

/** Position in the log and counters of the server since its start. */
export interface Snapshot {
  lsn: string
  counters: Counters
}

export async function takeSnapshot(client: Client): Promise<Snapshot> {
  // Backends report their counters when they are idle, at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { rows } = await client.query<Counters & { lsn: string }>(`
    select pg_current_wal_lsn() as lsn, w.wal_bytes, w.wal_sync,
      (select xact_commit from pg_stat_database where datname = current_database()) as transactions
    from pg_stat_wal w`)
  const [{ lsn, ...counters }] = rows as [Counters & { lsn: string }]
  return { lsn, counters }
}

/** Returns what changed between two snapshots, per request. */
export function subtract(after: Snapshot, before: Snapshot, requests: number) {
  const perRequest = (name: keyof Counters) => (Number(after.counters[name]) - Number(before.counters[name])) / requests
  return {
    transactions: perRequest('transactions'),
    walBytes: perRequest('wal_bytes'),
    flushes: perRequest('wal_sync'),
  }
}

export const resetStatements = (client: Client) => client.query('select pg_stat_statements_reset()')

/** Returns the statements that took most time, without their parameters and comments. */
export async function listStatementCosts(client: Client, requests: number, limit: number): Promise<StatementCost[]> {
  const { rows } = await client.query<{ query: string; calls: string; ms: number; wal_bytes: string }>(
    `select query, calls, total_exec_time + total_plan_time as ms, wal_bytes from pg_stat_statements
     where dbid = (select oid from pg_database where datname = current_database()) and query !~ 'pg_stat_|pg_current_wal'
     order by ms desc limit $1`,
    [limit],
  )
  return rows.map(({ query, calls, ms, wal_bytes }) => ({
    text: query.replaceAll(/\s+/g, ' ').trim(),
    calls: Number(calls) / requests,
    micros: (ms * 1000) / requests,
    walBytes: Number(wal_bytes) / requests,
  }))
}

/** Returns the bytes of the log between two positions by table or index, per request, most first. */
export async function listRelationCosts(
  client: Client,
  [before, after]: [Snapshot, Snapshot],
  requests: number,
  limit: number,
): Promise<{ name: string; walBytes: number }[]> {
  // A record of several relations counts for the first; images of full pages are left out.
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `with records as materialized (
       select record_length - fpi_length as bytes, substring(block_ref from 'rel \\d+/\\d+/(\\d+)') as node
       from pg_get_wal_records_info($1, $2)),
     nodes as materialized (select node, sum(bytes) as bytes from records group by node),
     relations as materialized (
       select pg_relation_filenode(c.oid)::text as node, coalesce(o.relname || ' (toast)', c.relname) as name
       from pg_class c left join pg_index i on i.indexrelid = c.oid
         left join pg_class o on o.reltoastrelid = coalesce(i.indrelid, c.oid))
     select coalesce(r.name, 'commit and others') as name, sum(n.bytes) as bytes
     from nodes n left join relations r on r.node = n.node group by 1 order by 2 desc limit $3`,
    [before.lsn, after.lsn, limit],
  )
  return rows.map(({ name, bytes }) => ({ name, walBytes: Number(bytes) / requests }))
}
