import type pg from 'pg'
import { readAppliedMigrations, readMigrationFiles, type MigrationFile } from './migration-files.ts'
import { splitStatements } from './split-statements.ts'

/** Operations of other sessions that wait while a statement runs. */
export type Blocking = 'nothing' | 'writes' | 'reads and writes' | 'the rows it changes' | 'unknown'

export interface PlannedStatement {
  /** First words of the statement. */
  readonly summary: string
  /** Existing table that is locked; undefined for new objects. */
  readonly table: string | undefined
  readonly blocks: Blocking
  /** Rough duration in seconds; undefined if it cannot be estimated. */
  readonly seconds: number | undefined
}

export interface PlannedMigration {
  readonly name: string
  readonly statements: PlannedStatement[]
}

/** Rows per second on a small server, for an estimate only: reading, building an index, and rewriting rows. */
const ROWS_PER_SECOND = { scan: 2_000_000, index: 300_000, rewrite: 30_000 }

type Work = keyof typeof ROWS_PER_SECOND | undefined
type Rule = readonly [pattern: RegExp, blocks: Blocking, work: Work]

const TABLE = '(?:only )?(?:if exists )?"?([a-z_]+)"?'
/** The first rule that matches a statement says what it locks, by the documentation of PostgreSQL 15 to 18. */
const RULES: readonly Rule[] = [
  [/^create (?:unique )?index concurrently .*? on (?:only )?"?([a-z_]+)/, 'nothing', 'index'],
  [/^create (?:unique )?index .*? on (?:only )?"?([a-z_]+)/, 'writes', 'index'],
  [/^create (?:or replace )?(?:constraint )?trigger .*? on "?([a-z_]+)/, 'writes', undefined],
  [new RegExp(`^alter table ${TABLE} .*\\bgenerated always as .* stored`), 'reads and writes', 'rewrite'],
  [new RegExp(`^alter table ${TABLE} .*\\balter (?:column )?\\S+ (?:set data )?type`), 'reads and writes', 'rewrite'],
  [
    new RegExp(`^alter table ${TABLE} .*\\badd (?:constraint \\S+ )?(?:unique|primary key)`),
    'reads and writes',
    'index',
  ],
  [
    new RegExp(`^alter table ${TABLE} .*\\b(?:set not null|add (?:constraint|check))(?!.*not valid)`),
    'reads and writes',
    'scan',
  ],
  [new RegExp(`^alter table ${TABLE} validate constraint`), 'nothing', 'scan'],
  [new RegExp(`^(?:alter|drop) table ${TABLE}`), 'reads and writes', undefined],
  [new RegExp(`^update ${TABLE}`), 'the rows it changes', 'rewrite'],
  [new RegExp(`^delete from ${TABLE}`), 'the rows it changes', 'rewrite'],
  [/^do\b/, 'unknown', undefined],
]

/** Lists what the pending migrations would run, what they lock and about how long. Changes nothing. */
export async function planMigrations(client: pg.ClientBase, dir: string): Promise<PlannedMigration[]> {
  const applied = await readAppliedMigrations(client)
  const rows = await readRowCounts(client)
  const pending = readMigrationFiles(dir).filter(({ name }) => !applied.has(name))
  return pending.map((file) => planMigration(file, rows))
}

/** Plans one file. `rows` has the number of rows of each existing table. */
export function planMigration({ name, text }: MigrationFile, rows: ReadonlyMap<string, number>): PlannedMigration {
  return { name, statements: splitStatements(text).map((statement) => planStatement(statement, rows)) }
}

function planStatement(statement: string, rows: ReadonlyMap<string, number>): PlannedStatement {
  const normalized = statement.replace(/\s+/g, ' ').toLowerCase()
  const summary = normalized.length > 70 ? `${normalized.slice(0, 69)}…` : normalized
  for (const [pattern, blocks, work] of RULES) {
    const match = pattern.exec(normalized)
    if (!match) continue
    const table = match[1]
    if (blocks === 'unknown') return { summary, table, blocks, seconds: undefined }
    const count = table === undefined ? undefined : rows.get(table)
    if (count === undefined) break
    return { summary, table, blocks, seconds: work ? count / ROWS_PER_SECOND[work] : 0 }
  }
  return { summary, table: undefined, blocks: 'nothing', seconds: 0 }
}

/** Returns PostgreSQL's estimates; a table that was never analyzed counts as 100 bytes a row. */
async function readRowCounts(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; rows: number }>(`
    select relname as name,
      (case when reltuples >= 0 then reltuples else pg_relation_size(oid) / 100 end)::float8 as rows
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}
