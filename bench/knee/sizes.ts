import type { Client } from 'pg'
import { table, whole } from '../results/numbers.ts'

/** What a table and its indexes take on the disk. */
export interface Size {
  name: string
  rows: number
  /** Bytes, with what was moved out of the rows. */
  table: number
  indexes: number
}

const sizesSql = `
  select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as "table",
    pg_indexes_size(oid)::float8 as indexes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= 1000
  order by pg_total_relation_size(oid) desc`

/** The tables with a thousand rows and more, the largest first. */
export async function sizesIn(client: Client): Promise<Size[]> {
  await client.query('vacuum (analyze)')
  return (await client.query<Size>(sizesSql)).rows
}

/** What a run wrote into a copy beside what was loaded: of the tables that the loader leaves empty. */
export const sizesBeside = (sizes: Size[], loaded: Size[]): Size[] =>
  sizes.filter(({ name }) => !loaded.some((one) => one.name === name))

const each = (bytes: number, { rows }: Size) => whole(bytes / rows)

/** Bytes of tables a row, as Markdown. */
export const sizesTable = (sizes: Size[]): string =>
  table(
    ['', 'rows', 'bytes a row', 'of its indexes', 'together', 'MB'],
    sizes.map((one) => [
      one.name,
      whole(one.rows),
      each(one.table, one),
      each(one.indexes, one),
      each(one.table + one.indexes, one),
      whole((one.table + one.indexes) / 1e6),
    ]),
  )
