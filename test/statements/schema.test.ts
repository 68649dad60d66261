import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  readDistribution,
  explainUnsupportedKey,
  findShardColumn,
  type ForeignKey,
} from '../../src/db/citus/distribution.ts'
import { borrowDatabase, type BorrowedDatabase } from '../support/databases.ts'
import { query } from '../support/sql-text.ts'

/**
 * Constraints without the shard column. A sharded database cannot enforce a key or a reference across shards, so there
 * these are not unique or do not exist.
 */
const allowed: Record<string, string> = {
  access_tokens_hash: 'The hash of 256 random bits is unique; the lookup table by hash enforces it.',
  oauth_grants_grant: 'A connection is looked up by its id alone, and generated ids are unique.',
  oauth_credentials_grant_id_fkey: 'Credentials are sharded by their hash. Those of a deleted connection expire.',
  designations_org_id_fkey: 'Organizations are never deleted, and the table is on every server.',
  oauth_clients_org_id_fkey: 'Organizations are never deleted, and the table is on every server.',
}

let borrowed: BorrowedDatabase
beforeAll(async () => {
  borrowed = await borrowDatabase('embedded', 1)
})
afterAll(() => borrowed.database.close())

const distribution = readDistribution()
const shardedTableCount = distribution.organization.length + Object.keys(distribution.own).length

interface Key {
  name: string
  table: string
  columns: string[]
}

/** Returns SQL for the column names of a list of column numbers, in order. */
const listNames = (numbers: string, table: string) => `array(
  select a.attname::text from unnest(${numbers}::smallint[]) with ordinality as k(attnum, place)
  join pg_attribute a on a.attrelid = ${table} and a.attnum = k.attnum order by k.place)`

const listKeys = () =>
  query<Key>(
    borrowed.database.db,
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "table",
       ${listNames('i.indkey', 'i.indrelid')} as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace order by 1`,
  )

const listReferences = () =>
  query<ForeignKey>(
    borrowed.database.db,
    `select c.conname::text as name, c.conrelid::regclass::text as "table", ${listNames('c.conkey', 'c.conrelid')} as columns,
       pg_get_constraintdef(c.oid) as definition, c.confrelid::regclass::text as target, ${listNames('c.confkey', 'c.confrelid')} as target_columns
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1`,
  )

/** Lists the keys that a sharded database cannot enforce. */
const listUnenforceableKeys = (all: Key[]) =>
  all.filter(({ table, columns }) => {
    const column = findShardColumn(distribution, table)
    return column && !columns.includes(column)
  })

/** Lists the references between shards. */
const listCrossShardReferences = (all: ForeignKey[]) => all.filter((key) => explainUnsupportedKey(distribution, key))

test('every table has one distribution, and every distribution a table', async () => {
  const tables = await query<{ name: string }>(
    borrowed.database.db,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const { organization, own, reference, local } = distribution
  const placed = [...organization, ...Object.keys(own), ...reference, ...local]
  expect(placed.toSorted()).toEqual(tables.map(({ name }) => name))
})

test('every key of a sharded table includes the shard column', async () => {
  const all = await listKeys()
  expect(all.length).toBeGreaterThan(shardedTableCount)
  expect(listUnenforceableKeys(all).filter(({ name }) => !(name in allowed))).toEqual([])
})

test('every reference stays within a shard or targets a reference table', async () => {
  const all = await listReferences()
  expect(all.length).toBeGreaterThan(shardedTableCount)
  expect(listCrossShardReferences(all).filter(({ name }) => !(name in allowed))).toEqual([])
})

test('every exception names a key or a reference that needs it', async () => {
  const needed = [...listUnenforceableKeys(await listKeys()), ...listCrossShardReferences(await listReferences())]
  expect(Object.keys(allowed).toSorted()).toEqual(needed.map(({ name }) => name).toSorted())
})
