import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's migrations, from the sources as from the built files. */
export const migrationsDir = fileURLToPath(new URL('../../migrations', import.meta.url))

/**
 * Where the rows of each table lie once the database is spread over several servers (Citus): `organization`, sharded by
 * `org_id`, so that all of an organization is on one server; `own`, sharded by a column of their own; `reference`, whole on
 * every server; `local`, on the coordinator alone.
 */
export interface Distribution {
  readonly organization: readonly string[]
  readonly own: Readonly<Record<string, string>>
  readonly reference: readonly string[]
  readonly local: readonly string[]
}

/** How one table is to be placed. `column`: the one that says in which shard a row lies. */
export type Placement =
  { kind: 'organization' | 'own'; column: string } | { kind: 'reference' } | { kind: 'local' }

/** Reads `migrations/distribution.json`. */
export const readDistribution = (dir: string = migrationsDir): Distribution =>
  JSON.parse(readFileSync(join(dir, 'distribution.json'), 'utf8')) as Distribution

/** How a table is to be placed; undefined for one that the file does not name. */
export function placementOf(distribution: Distribution, table: string): Placement | undefined {
  const { organization, own, reference, local } = distribution
  if (organization.includes(table)) return { kind: 'organization', column: 'org_id' }
  if (own[table] !== undefined) return { kind: 'own', column: own[table] }
  if (reference.includes(table)) return { kind: 'reference' }
  return local.includes(table) ? { kind: 'local' } : undefined
}

/** The column by which a table is sharded; undefined for one that is not. */
export function shardColumn(distribution: Distribution, table: string): string | undefined {
  const placement = placementOf(distribution, table)
  return placement && 'column' in placement ? placement.column : undefined
}

/** A foreign key as the catalogue tells it. */
export interface ForeignKey {
  readonly table: string
  readonly name: string
  /** As `ALTER TABLE … ADD CONSTRAINT name` takes it. */
  readonly definition: string
  readonly target: string
  /** The columns, those of the table and those of the target in the same order. */
  readonly columns: readonly string[]
  readonly target_columns: readonly string[]
}

/**
 * Why a foreign key cannot be held across servers; undefined where it can. Rows of two sharded tables meet on one server
 * only when both are sharded by columns that the key compares, and in one group.
 */
export function reasonAgainst(distribution: Distribution, key: ForeignKey): string | undefined {
  const from = placementOf(distribution, key.table)
  const to = placementOf(distribution, key.target)
  if (!from || !to || to.kind === 'reference') return undefined
  if (to.kind === 'local')
    return from.kind === 'local' ? undefined : `${key.target} is on the coordinator alone`
  if (!('column' in from)) return `${key.target} is sharded, and ${key.table} is not`
  const at = key.columns.indexOf(from.column)
  if (at >= 0 && key.target_columns[at] === to.column && from.kind === to.kind) return undefined
  return `the rows of ${key.table} and of ${key.target} may lie on different servers`
}
