import type pg from 'pg'
import { placementOf, reasonAgainst, type Distribution, type ForeignKey } from './distribution.ts'

/** What spreading the tables did, for whoever asked for it. */
export interface Distributed {
  /** The tables that were placed now, each with how. */
  placed: string[]
  /** What the servers together cannot hold and one could: foreign keys and unique indexes, each with the reason. */
  given_up: string[]
}

/** Foreign keys that were taken off while tables are placed, kept in the database in case that breaks off. */
const keptKeys = `
  create table if not exists distribution_keys (
    "table" text not null, name text not null, definition text not null, target text not null,
    columns text[] not null, target_columns text[] not null, primary key ("table", name))`

/** Whether the tables of this database are spread over several servers. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ spread: boolean }>(`
    select exists (select from pg_extension where extname = 'citus') and to_regclass('public.events') is not null
      as spread`)
  if (!rows[0]!.spread) return false
  const placed = await client.query(`select 1 from pg_dist_partition where logicalrelid = 'events'::regclass`)
  return placed.rows.length > 0
}

/**
 * Places every table that is not placed yet, on a connection without a time limit. Each step is a transaction of its own,
 * and what was done is passed over, so that it can be run again after it broke off. `shards`: into how many parts each
 * table is divided; what is sharded by organization follows the organizations.
 */
export async function distribute(
  client: pg.ClientBase,
  distribution: Distribution,
  shards = 32,
): Promise<Distributed> {
  const report: Distributed = { placed: [], given_up: [] }
  await client.query(`set citus.enable_unsafe_triggers = on; set citus.shard_count = ${Math.trunc(shards)}`)
  const waiting = await unplaced(client, distribution)
  if (waiting.length > 0) {
    if (waiting.includes('organizations')) await client.query('select note_organizations()')
    await client.query(keptKeys)
    await takeKeysOff(client, waiting)
    for (const table of waiting) {
      report.given_up.push(...(await loosenUnique(client, distribution, table)))
      report.placed.push(await place(client, distribution, table))
    }
  }
  report.given_up.push(...(await putKeysBack(client, distribution)))
  await client.query(placeTable)
  return report
}

/** What `place_table` does from now on, by which a migration places a table before it is given foreign keys. */
const placeTable = `
  create or replace function place_table(name regclass, by_column text) returns void language plpgsql as $$
  begin
    if by_column is null then
      perform create_reference_table(name::text);
    else
      perform create_distributed_table(name, by_column,
        colocate_with => case by_column when 'org_id' then 'organizations' else 'none' end);
    end if;
  end $$`

/** The tables that are to lie elsewhere than on the coordinator and do not yet: first those that others refer to. */
async function unplaced(client: pg.ClientBase, distribution: Distribution): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(`
    select c.relname as "table" from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid
        and not (p.partmethod = 'n' and p.repmodel <> 't'))`)
  const there = new Set(rows.map(({ table }) => table))
  const { reference, organization, own } = distribution
  // All that is sharded by organization follows the organizations.
  const following = organization.filter((table) => table !== 'organizations')
  return [...reference, 'organizations', ...following, ...Object.keys(own)].filter((table) =>
    there.has(table),
  )
}

/** Takes the foreign keys from and to these tables off, and notes them in the same transaction. */
const takeKeysOff = (client: pg.ClientBase, tables: readonly string[]): Promise<void> =>
  inTransaction(client, async () => {
    const keys = await client.query<ForeignKey>(
      `select k.conrelid::regclass::text as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition,
        k.confrelid::regclass::text as target, ${columnsOf('k.conrelid', 'k.conkey')} as columns,
        ${columnsOf('k.confrelid', 'k.confkey')} as target_columns
      from pg_constraint k
      where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
        and (k.conrelid::regclass::text = any($1) or k.confrelid::regclass::text = any($1))`,
      [tables],
    )
    for (const key of keys.rows) {
      await client.query(
        `insert into distribution_keys values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [key.table, key.name, key.definition, key.target, key.columns, key.target_columns],
      )
      await client.query(`alter table ${key.table} drop constraint ${quoted(key.name)}`)
    }
  })

const columnsOf = (table: string, numbers: string) => `
  (select array_agg(a.attname::text order by n.place) from unnest(${numbers}) with ordinality n (number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`

/** Puts the noted keys back, each in a transaction of its own; gives those that cannot be held any more. */
async function putKeysBack(client: pg.ClientBase, distribution: Distribution): Promise<string[]> {
  const there = await client.query(`select to_regclass('distribution_keys') is not null as noted`)
  if (!there.rows[0].noted) return []
  const { rows } = await client.query<ForeignKey>(`select * from distribution_keys order by "table", name`)
  const lost: string[] = []
  for (const key of rows) {
    const reason = reasonAgainst(distribution, key)
    await inTransaction(client, async () => {
      if (reason) lost.push(`foreign key ${key.name} of ${key.table}: ${reason}`)
      else await client.query(`alter table ${key.table} add constraint ${quoted(key.name)} ${key.definition}`)
      await client.query(`delete from distribution_keys where "table" = $1 and name = $2`, [
        key.table,
        key.name,
      ])
    })
  }
  return lost
}

/**
 * Makes plain indexes of the unique ones of a table that do not hold the column by which it is sharded, since no server
 * sees the rows of the others.
 */
async function loosenUnique(
  client: pg.ClientBase,
  distribution: Distribution,
  table: string,
): Promise<string[]> {
  const placement = placementOf(distribution, table)
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
      const drop = constraint
        ? `alter table ${table} drop constraint ${quoted(constraint)}`
        : `drop index ${name}`
      await client.query(drop)
      await client.query(definition.replace(/^CREATE UNIQUE INDEX/, 'CREATE INDEX'))
    })
  return rows.map(({ name }) => `unique index ${name} of ${table}: it does not hold ${placement.column}`)
}

/** Places one table with its rows; gives what to say of it. */
async function place(client: pg.ClientBase, distribution: Distribution, table: string): Promise<string> {
  return await inTransaction(client, () =>
    withoutTriggers(client, table, () => placeRows(client, distribution, table)),
  )
}

/**
 * Does `work` while a table has no triggers: the rows that are copied to where they are to lie are not new, and would be
 * counted a second time. In the transaction at hand.
 */
async function withoutTriggers<T>(client: pg.ClientBase, table: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal order by tgname`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop trigger ${quoted(name)} on ${table}`)
  const done = await work()
  for (const { definition } of rows) await client.query(definition)
  return done
}

async function placeRows(client: pg.ClientBase, distribution: Distribution, table: string): Promise<string> {
  const placement = placementOf(distribution, table)!
  if (!('column' in placement)) {
    await client.query(`select create_reference_table($1)`, [table])
    return `${table} on every server`
  }
  const { column, kind } = placement
  const together = kind === 'organization' && table !== 'organizations' ? 'organizations' : 'none'
  await client.query(`select create_distributed_table($1::regclass, $2, colocate_with => $3)`, [
    table,
    column,
    together,
  ])
  // Shards are moved to other servers by their rows' identity, and a table without a primary key has none.
  const keyless = await client.query(
    `select 1 where not exists (select from pg_index where indrelid = $1::regclass and indisprimary)`,
    [table],
  )
  if (keyless.rows.length > 0) await client.query(`alter table ${table} replica identity full`)
  return `${table} by ${column}`
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
