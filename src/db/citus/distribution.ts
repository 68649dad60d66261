import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsDir } from '../migrations-dir.ts'

export interface Distribution {
  /** Tables sharded by `org_id`: all rows of an organization are on one server. */
  readonly organization: readonly string[]
  readonly own: Readonly<Record<string, string>>
  readonly reference: readonly string[]
  readonly local: readonly string[]
}

type TablePlacement = { kind: 'organization' | 'own'; column: string } | { kind: 'reference' } | { kind: 'local' }

export const readDistribution = (dir: string = migrationsDir): Distribution =>
  JSON.parse(readFileSync(join(dir, 'distribution.json'), 'utf8')) as Distribution

export function findPlacement(distribution: Distribution, table: string): TablePlacement | undefined {
  const { organization, own, reference, local } = distribution
  if (organization.includes(table)) return { kind: 'organization', column: 'org_id' }
  if (own[table] !== undefined) return { kind: 'own', column: own[table] }
  if (reference.includes(table)) return { kind: 'reference' }
  return local.includes(table) ? { kind: 'local' } : undefined
}

export function findShardColumn(distribution: Distribution, table: string): string | undefined {
  const placement = findPlacement(distribution, table)
  return placement && 'column' in placement ? placement.column : undefined
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
  readonly target: string
  readonly columns: readonly string[]
  readonly target_columns: readonly string[]
}

/** Returns why a foreign key cannot be enforced: it must compare the sharding columns of both tables. */
export function explainUnsupportedKey(distribution: Distribution, key: ForeignKey): string | undefined {
  const from = findPlacement(distribution, key.table)
  const to = findPlacement(distribution, key.target)
  if (!from || !to || to.kind === 'reference') return undefined
  if (to.kind === 'local') return from.kind === 'local' ? undefined : `${key.target} is only on the coordinator`
  if (!('column' in from)) return `${key.target} is sharded, and ${key.table} is not`
  const index = key.columns.indexOf(from.column)
  if (index >= 0 && key.target_columns[index] === to.column && from.kind === to.kind) return undefined
  return `the rows of ${key.table} and of ${key.target} may be on different servers`
}
