import type { Client } from 'pg'
import { buildTable, toInteger } from '../results/format.ts'

/** Size of a table with its TOAST data, and of its indexes. */
export interface TableSize {
  name: string
  rows: number
  tableBytes: number
  indexBytes: number
}

const sizesSql = `
  select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as "tableBytes",
    pg_indexes_size(oid)::float8 as "indexBytes"
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= 1000
  order by pg_total_relation_size(oid) desc`

/** Returns tables of at least a thousand rows, largest first. */
export async function listTableSizes(client: Client): Promise<TableSize[]> {
  await client.query('vacuum (analyze)')
  return (await client.query<TableSize>(sizesSql)).rows
}

export const buildSizesTable = (sizes: TableSize[]): string =>
  buildTable(
    ['', 'rows', 'bytes per row', 'of its indexes', 'total', 'MB'],
    sizes.map(({ name, rows, tableBytes, indexBytes }) => {
      const total = tableBytes + indexBytes
      const perRow = [tableBytes, indexBytes, total].map((bytes) => toInteger(bytes / rows))
      return [name, toInteger(rows), ...perRow, toInteger(total / 1e6)]
    }),
  )
