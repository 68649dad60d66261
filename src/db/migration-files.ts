import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const FILE_NAME = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/

export interface MigrationFile {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Error of a database whose schema this version cannot run on, with one line for the operator. */
export class UnusableSchema extends Error {}

/** Returns the migrations of a folder in the order in which they are applied. Throws for an invalid file name. */
export function readMigrationFiles(dir: string): MigrationFile[] {
  const names = readdirSync(dir).filter((name) => name.endsWith('.sql'))
  const invalid = names.find((name) => !FILE_NAME.test(name))
  if (invalid !== undefined) throw new Error(`migration ${invalid}: rename it like 20261120T0900_some_name.sql`)
  return names.sort().map((name) => {
    const text = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

const UNDEFINED_TABLE = '42P01'

/** Returns the checksums of applied migrations by name; empty for a new database. */
export async function readAppliedMigrations(client: pg.ClientBase): Promise<Map<string, string>> {
  const statement = 'select name, checksum from schema_migrations'
  const { rows } = await client
    .query<{ name: string; checksum: string }>(statement)
    .catch((error: Error & { code?: string }) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] }
      throw error
    })
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
