import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Database } from './database.ts'
import { openEmbedded } from './pglite/open.ts'
import type { Pooler } from './pooler.ts'
import { openPostgres } from './postgres.ts'

/** Which database to open, and how. */
export interface OpenOptions {
  /** The address of a PostgreSQL server; without one the embedded database in `dataDir` is opened. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  /** Connections to the server (10). */
  readonly pool?: number | undefined
  /** What the address leads to, where it is not the server itself. */
  readonly pooler?: Pooler | undefined
  readonly log?: ((line: string) => void) | undefined
  /** For tests: an embedded database in memory, which begins empty or as a dump has it. */
  readonly memory?: boolean | undefined
  readonly snapshot?: Uint8Array | undefined
  /** Milliseconds a statement of the embedded database may take (30,000). */
  readonly limit?: number | undefined
}

/** Opens the database the settings name; the embedded one refuses a folder that another process uses. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  if (options.databaseUrl)
    return openPostgres(options.databaseUrl, options.pool ?? 10, options.pooler, options.log)
  const dataDir = options.memory ? undefined : resolve(options.dataDir)
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return await openEmbedded({
    dataDir,
    snapshot: options.snapshot,
    limit: options.limit ?? 30_000,
    log: options.log ?? (() => {}),
  })
}
