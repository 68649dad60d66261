import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { PooledDatabase } from '../pooled.ts'
import { types } from '../types.ts'
import { Host } from './host.ts'
import { lockFolder } from './lock.ts'
import { GatheredLookUps } from './look-ups.ts'
import { EmbeddedSocket } from './socket.ts'
import { startUpkeep } from './upkeep.ts'

/** How to open the embedded database. */
export interface EmbeddedOptions {
  /** Its cluster lives in the folder `database` in here; undefined: in memory. */
  readonly dataDir: string | undefined
  readonly snapshot: Uint8Array | undefined
  /** Milliseconds after which a statement that doesn't end takes the database down, and up again. */
  readonly limit: number
  readonly log: (line: string) => void
}

/** The embedded database, with what only it can do. */
export class EmbeddedDatabase extends PooledDatabase {
  readonly #host: Host

  constructor(host: Host, pool: Pool, close: () => Promise<void>) {
    super({
      name: 'embedded',
      pool,
      lookUps: new GatheredLookUps(pool),
      session: async (work) => {
        const client = await pool.connect()
        // A session in an unknown state is not used again.
        let discard = true
        try {
          const result = await host.unlimited(() => work(client))
          discard = false
          return result
        } finally {
          client.release(discard)
        }
      },
      close,
    })
    this.#host = host
  }

  /** The whole database as a tar file, to open others in memory from. */
  async dump(): Promise<Uint8Array> {
    return (await this.#host.unlimited(() => this.#host.ask('dump'))) as Uint8Array
  }

  /** How often data was forced to the disk since the thread started. For tests. */
  async syncs(): Promise<number> {
    return (await this.#host.ask('syncs')) as number
  }
}

/** Whatever keeps the folder from being locked is said of the setting that names it. */
const locked = (dataDir: string) =>
  lockFolder(dataDir).catch((error: Error) => {
    if (error.message.startsWith('DATA_DIR ')) throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be written to (${error.message})`, { cause: error })
  })

const cannotOpen = (folder: string | undefined, why: string) =>
  folder === undefined
    ? why
    : `DATA_DIR ${folder} cannot be opened (${why}): if its files are damaged, restore it from a backup`

/** The same pool as a server's, over a connection to the thread of the embedded database. */
const poolOn = (host: Host) =>
  new Pool({
    stream: () => new EmbeddedSocket(host),
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    options: '',
    types,
    pipeline: true,
    // There is one back end. The queue of the pool makes its users take turns in the order in which they came.
    max: 1,
    // This is time for those who wait before, and for a start with recovery.
    connectionTimeoutMillis: 60_000,
    idleTimeoutMillis: 0,
  } as PoolConfig)

/** Opens the embedded database: PGlite in its own thread, behind the same client as a server. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, snapshot, limit, log } = options
  const unlock = dataDir === undefined ? undefined : await locked(dataDir)
  const folder = dataDir === undefined ? undefined : join(dataDir, 'database')
  // Until it is open, its failure is told to the caller, and not logged.
  let opened = false
  const host = new Host({ folder, snapshot }, limit, (line) => opened && log(line))
  try {
    // The first start makes the cluster, which takes some seconds.
    await host.unlimited(() => host.ask('syncs'))
  } catch (error) {
    await host.close()
    await unlock?.()
    throw new Error(cannotOpen(folder, (error as Error).message), { cause: error })
  }
  opened = true
  const pool = poolOn(host)
  let stopUpkeep = () => {}
  const database = new EmbeddedDatabase(host, pool, async () => {
    stopUpkeep()
    await host.close()
    await unlock?.()
  })
  if (folder !== undefined) {
    stopUpkeep = startUpkeep(
      {
        idle: () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
        statements: () => database.statements(),
        session: (work) => database.session(work),
      },
      log,
    )
  }
  return database
}
