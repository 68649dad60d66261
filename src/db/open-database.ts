import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database } from './database.ts'
import { openEmbedded } from './pglite/embedded-database.ts'
import type { PoolerMode } from './pooler.ts'
import { openPostgres } from './postgres.ts'

interface OpenDatabaseOptions {
  /** URL of a PostgreSQL server; without it, the embedded database in `dataDir` is opened. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly pool?: number | undefined
  readonly pooler?: PoolerMode | undefined
  readonly log?: ((line: string) => void) | undefined
  /** For tests: embedded database in memory, empty or from a dump. */
  readonly memory?: boolean | undefined
  readonly snapshot?: Uint8Array | undefined
  /** Maximum milliseconds of a statement of the embedded database (30,000). */
  readonly limit?: number | undefined
}

export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  if (options.databaseUrl) return openPostgres(options.databaseUrl, options.pool ?? 10, options.pooler, options.log)
  const dataDir = options.memory ? undefined : resolve(options.dataDir)
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return await openEmbedded({
    dataDir,
    snapshot: options.snapshot,
    timeoutMs: options.limit ?? 30_000,
    log: options.log ?? (() => {}),
  })
}
