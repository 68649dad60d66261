import { afterAll, beforeAll, expect, test } from 'vitest'
import { distribution, organizationColumn } from '../../scripts/statements/distribution.mjs'
import { borrowDatabase, type Lent } from '../support/databases.ts'
import { query } from '../support/texts.ts'

/**
 * A row lies on the machine that the value of one column names, and PostgreSQL can hold a key only within one machine. So
 * each key of such a table, and each reference from it, has to hold that column. These don't: where a database is spread they
 * are no longer unique, or not there.
 */
const allowed: Record<string, string> = {
  access_tokens_hash:
    'A hash of 256 random bits is never drawn twice; a look-up table by hash is to keep them unique.',
  oauth_grants_grant: 'A connection is known by its id alone, and ids are never drawn twice.',
  oauth_credentials_grant_id_fkey:
    'Credentials lie by their hash, and end by their time where the connection is gone before them.',
  designations_org_id_fkey: 'Organizations are never deleted, and every machine has the designations of all.',
  oauth_clients_org_id_fkey: 'Organizations are never deleted, and every machine has the apps of all.',
}

let lent: Lent
beforeAll(async () => {
  lent = await borrowDatabase('embedded', 1)
})
afterAll(() => lent.database.close())

const columnOf = new Map([
  ...distribution.organization.map((table) => [table, organizationColumn] as const),
  ...Object.entries(distribution.own),
])
const everywhere = new Set(distribution.reference)

/** A key or a reference of a table, by its name. */
interface Constraint {
  name: string
  table: string
  columns: string[]
  /** Of a reference: the table that it leads to, and the columns of that. */
  target: string | null
  target_columns: string[] | null
}

/** The names of the columns that a list of their numbers says, in its order. */
const names = (numbers: string, table: string) => `array(
  select a.attname::text from unnest(${numbers}::smallint[]) with ordinality as k(attnum, place)
  join pg_attribute a on a.attrelid = ${table} and a.attnum = k.attnum order by k.place)`

const keys = () =>
  query<Constraint>(
    lent.database.db,
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as "table",
       ${names('i.indkey', 'i.indrelid')} as columns, null as target, null as target_columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace order by 1`,
  )

const references = () =>
  query<Constraint>(
    lent.database.db,
    `select c.conname::text as name, c.conrelid::regclass::text as "table", ${names('c.conkey', 'c.conrelid')} as columns,
       c.confrelid::regclass::text as target, ${names('c.confkey', 'c.confrelid')} as target_columns
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1`,
  )

/** Whether a reference stays within the machine on which its row lies, or leads to what every machine has. */
function staysWithin({ table, columns, target, target_columns }: Constraint): boolean {
  const own = columnOf.get(table)
  if (everywhere.has(target!)) return true
  // What lies on the first machine alone, or on each of them, can't refer to what is spread.
  if (!own) return !columnOf.has(target!) && !everywhere.has(table)
  const place = columns.indexOf(own)
  return place >= 0 && target_columns![place] === columnOf.get(target!)
}

test('every table has one place, and no other table has any', async () => {
  const tables = await query<{ name: string }>(
    lent.database.db,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const placed = [...columnOf.keys(), ...distribution.reference, ...distribution.local]
  expect(placed.toSorted()).toEqual(tables.map(({ name }) => name))
})

test('every key of a table that is spread holds the column that says where a row lies', async () => {
  const all = await keys()
  expect(all.length).toBeGreaterThan(columnOf.size)
  const without = all.filter(({ name, table, columns }) => {
    const column = columnOf.get(table)
    return column && !columns.includes(column) && !(name in allowed)
  })
  expect(without).toEqual([])
})

test('every reference stays within the machine on which its row lies, or leads to what each of them has', async () => {
  const all = await references()
  expect(all.length).toBeGreaterThan(columnOf.size)
  expect(all.filter((reference) => !staysWithin(reference) && !(reference.name in allowed))).toEqual([])
})

test('every exception is one of a key or a reference that needs it', async () => {
  const needed = [
    ...(await keys()).filter(
      ({ table, columns }) => columnOf.has(table) && !columns.includes(columnOf.get(table)!),
    ),
    ...(await references()).filter((reference) => !staysWithin(reference)),
  ]
  expect(Object.keys(allowed).toSorted()).toEqual(needed.map(({ name }) => name).toSorted())
})
