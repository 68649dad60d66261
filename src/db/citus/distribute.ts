import type pg from 'pg'
import { findPlacement, explainUnsupportedKey, type Distribution, type ForeignKey } from './distribution.ts'

interface DistributeResult {
  placed: string[]
  /** Foreign keys and unique indexes that a sharded database cannot enforce, each with the reason. */
  given_up: string[]
}

/** Table of foreign keys dropped during sharding, so that an interrupted run can restore them. */
const KEYS_TABLE = `
  create table if not exists distribution_keys (
    "table" text not null, name text not null, definition text not null, target text not null,
    columns text[] not null, target_columns text[] not null, primary key ("table", name))`

export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ spread: boolean }>(`
    select exists (select from pg_extension where extname = 'citus') and to_regclass('public.events') is not null
      as spread`)
  if (!rows[0]!.spread) return false
  const placed = await client.query(`select 1 from pg_dist_partition where logicalrelid = 'events'::regclass`)
  return placed.rows.length > 0
}

/** Shards the remaining tables. Each step is a transaction, so an interrupted run can be repeated. */
export async function distributeTables(
  client: pg.ClientBase,
  distribution: Distribution,
  shards = 32,
): Promise<DistributeResult> {
  const report: DistributeResult = { placed: [], given_up: [] }
  await client.query(`set citus.enable_unsafe_triggers = on; set citus.shard_count = ${Math.trunc(shards)}`)
  const pending = await listPendingTables(client, distribution)
  if (pending.length > 0) {
    if (pending.includes('organizations')) await client.query('select note_organizations()')
    await client.query(KEYS_TABLE)
    await dropForeignKeys(client, pending)
    for (const table of pending) {
      report.given_up.push(...(await relaxUniqueIndexes(client, distribution, table)))
      report.placed.push(await distributeTable(client, distribution, table))
    }
  }
  report.given_up.push(...(await restoreForeignKeys(client, distribution)))
  await client.query(PLACE_TABLE)
  return report
}

/** Definition of `place_table`, with which migrations shard new tables before adding foreign keys. */
const PLACE_TABLE = `
  create or replace function place_table(name regclass, by_column text) returns void language plpgsql as $$
  begin
    if by_column is null then
      perform create_reference_table(name::text);
    else
      perform create_distributed_table(name, by_column,
        colocate_with => case by_column when 'org_id' then 'organizations' else 'none' end);
    end if;
  end $$`

/** Returns the tables to distribute, referenced ones first. */
async function listPendingTables(client: pg.ClientBase, distribution: Distribution): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(`
    select c.relname as "table" from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid
        and not (p.partmethod = 'n' and p.repmodel <> 't'))`)
  const existing = new Set(rows.map(({ table }) => table))
  const { reference, organization, own } = distribution
  const colocated = organization.filter((table) => table !== 'organizations')
  return [...reference, 'organizations', ...colocated, ...Object.keys(own)].filter((table) => existing.has(table))
}

const dropForeignKeys = (client: pg.ClientBase, tables: readonly string[]): Promise<void> =>
  inTransaction(client, async () => {
    const keys = await client.query<ForeignKey>(
      `select k.conrelid::regclass::text as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition,
        k.confrelid::regclass::text as target, ${selectColumnNames('k.conrelid', 'k.conkey')} as columns,
        ${selectColumnNames('k.confrelid', 'k.confkey')} as target_columns
      from pg_constraint k
      where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
        and (k.conrelid::regclass::text = any($1) or k.confrelid::regclass::text = any($1))`,
      [tables],
    )
    for (const key of keys.rows) {
      await client.query(`insert into distribution_keys values ($1, $2, $3, $4, $5, $6) on conflict do nothing`, [
        key.table,
        key.name,
        key.definition,
        key.target,
        key.columns,
        key.target_columns,
      ])
      await client.query(`alter table ${key.table} drop constraint ${quote(key.name)}`)
    }
  })

const selectColumnNames = (table: string, numbers: string) => `
  (select array_agg(a.attname::text order by n.place) from unnest(${numbers}) with ordinality n (number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`

/** Restores stored foreign keys, each in its own transaction; returns those that cannot be enforced. */
async function restoreForeignKeys(client: pg.ClientBase, distribution: Distribution): Promise<string[]> {
  const existing = await client.query(`select to_regclass('distribution_keys') is not null as noted`)
  if (!existing.rows[0].noted) return []
  const { rows } = await client.query<ForeignKey>(`select * from distribution_keys order by "table", name`)
  const dropped: string[] = []
  for (const key of rows) {
    const reason = explainUnsupportedKey(distribution, key)
    await inTransaction(client, async () => {
      if (reason) dropped.push(`foreign key ${key.name} of ${key.table}: ${reason}`)
      else await client.query(`alter table ${key.table} add constraint ${quote(key.name)} ${key.definition}`)
      await client.query(`delete from distribution_keys where "table" = $1 and name = $2`, [key.table, key.name])
    })
  }
  return dropped
}

/** Replaces unique indexes without the sharding column: no server sees the rows of the others. */
async function relaxUniqueIndexes(client: pg.ClientBase, distribution: Distribution, table: string): Promise<string[]> {
  const placement = findPlacement(distribution, table)
  if (!placement || !('column' in placement)) return []
  const { rows } = await client.query<{ name: string; definition: string; constraint: string | null }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, k.conname as constraint
     from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
     where i.indrelid = $1::regclass and i.indisunique and not exists (
       select from pg_attribute a where a.attrelid = i.indrelid and a.attname = $2 and a.attnum = any(i.indkey::int[]))`,
    [table, placement.column],
  )
  for (const { name, definition, constraint } of rows)
    await inTransaction(client, async () => {
      const drop = constraint ? `alter table ${table} drop constraint ${quote(constraint)}` : `drop index ${name}`
      await client.query(drop)
      await client.query(definition.replace(/^CREATE UNIQUE INDEX/, 'CREATE INDEX'))
    })
  return rows.map(({ name }) => `unique index ${name} of ${table}: it does not hold ${placement.column}`)
}

async function distributeTable(client: pg.ClientBase, distribution: Distribution, table: string): Promise<string> {
  return await inTransaction(client, () =>
    withTriggersDropped(client, table, () => distributeRows(client, distribution, table)),
  )
}

/** Drops the table's triggers during `work`: copied rows must not be counted again. */
async function withTriggersDropped<T>(client: pg.ClientBase, table: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal order by tgname`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop trigger ${quote(name)} on ${table}`)
  const result = await work()
  for (const { definition } of rows) await client.query(definition)
  return result
}

async function distributeRows(client: pg.ClientBase, distribution: Distribution, table: string): Promise<string> {
  const placement = findPlacement(distribution, table)!
  if (!('column' in placement)) {
    await client.query(`select create_reference_table($1)`, [table])
    return `${table} on every server`
  }
  const { column, kind } = placement
  const colocation = kind === 'organization' && table !== 'organizations' ? 'organizations' : 'none'
  await client.query(`select create_distributed_table($1::regclass, $2, colocate_with => $3)`, [
    table,
    column,
    colocation,
  ])
  // Moving shards needs a replica identity, which a table without primary key lacks.
  const withoutKey = await client.query(
    `select 1 where not exists (select from pg_index where indrelid = $1::regclass and indisprimary)`,
    [table],
  )
  if (withoutKey.rows.length > 0) await client.query(`alter table ${table} replica identity full`)
  return `${table} by ${column}`
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
