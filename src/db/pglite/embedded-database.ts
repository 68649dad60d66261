import { join } from 'node:path'
import { Pool, type ClientBase, type PoolConfig } from 'pg'
import { PooledDatabase } from '../pooled-database.ts'
import { pgTypes } from '../driver/types.ts'
import { WorkerHost } from './worker-host.ts'
import { lockFolder } from './folder-lock.ts'
import { BatchedLookups } from './lookups.ts'
import { EmbeddedSocket } from './socket.ts'
import { startMaintenance } from './maintenance.ts'
import { readOnlineCopy, type CopiedFile, type OnlineCopyOptions } from './online-copy.ts'
import { snapshotFolder } from './snapshot.ts'

interface EmbeddedOptions {
  readonly dataDir: string | undefined
  readonly snapshot: Uint8Array | undefined
  /** Milliseconds after which a hanging statement restarts the database. */
  readonly timeoutMs: number
  readonly log: (line: string) => void
}

export class EmbeddedDatabase extends PooledDatabase {
  readonly #host: WorkerHost
  readonly #folder: string | undefined
  #copies = 0

  constructor(host: WorkerHost, folder: string | undefined, pool: Pool, close: () => Promise<void>) {
    super({
      name: 'embedded',
      pool,
      lookups: new BatchedLookups(pool),
      session: async (work) => {
        const client = await pool.connect()
        let discard = true
        try {
          const result = await host.withoutTimeout(() => work(client))
          discard = false
          return result
        } finally {
          client.release(discard)
        }
      },
      close,
    })
    this.#host = host
    this.#folder = folder
  }

  /** Copies the database beside its folder, for a return to this state; does nothing for one in memory. */
  async snapshot(client: ClientBase, log: (line: string) => void): Promise<void> {
    if (this.#folder === undefined) return
    await client.query('checkpoint')
    await snapshotFolder(this.#folder, log)
  }

  /** True while a copy is read, during which no checkpoint may run. */
  isBeingCopied(): boolean {
    return this.#copies > 0
  }

  /** Yields the files of a consistent copy, while the database is used. Throws for a database in memory. */
  async *readCopy(options: OnlineCopyOptions): AsyncGenerator<CopiedFile> {
    if (this.#folder === undefined) throw new Error('a database in memory cannot be copied')
    this.#copies++
    try {
      yield* readOnlineCopy({ folder: this.#folder, session: (work) => this.session(work) }, options)
    } finally {
      this.#copies--
    }
  }

  /** Returns the whole database as a tar file, to open others in memory from. */
  async dump(): Promise<Uint8Array> {
    return (await this.#host.withoutTimeout(() => this.#host.request('dump'))) as Uint8Array
  }

  async syncs(): Promise<number> {
    return (await this.#host.request('syncs')) as number
  }
}

const lockDataDir = (dataDir: string) =>
  lockFolder(dataDir).catch((error: Error) => {
    if (error.message.startsWith('DATA_DIR ')) throw error
    throw new Error(`DATA_DIR ${dataDir} cannot be written to (${error.message})`, { cause: error })
  })

const explainOpenError = (folder: string | undefined, reason: string) =>
  folder === undefined
    ? reason
    : `DATA_DIR ${folder} cannot be opened (${reason}): if its files are damaged, restore it from a backup`

const createPool = (host: WorkerHost) =>
  new Pool({
    stream: () => new EmbeddedSocket(host),
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    options: '',
    types: pgTypes,
    pipeline: true,
    // There is one backend; the pool's queue orders its users.
    max: 1,
    // Allows for the queue, and for a start with recovery.
    connectionTimeoutMillis: 60_000,
    idleTimeoutMillis: 0,
  } as PoolConfig)

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, snapshot, timeoutMs, log } = options
  const unlock = dataDir === undefined ? undefined : await lockDataDir(dataDir)
  const folder = dataDir === undefined ? undefined : join(dataDir, 'database')
  // Until it is open, errors are thrown to the caller instead of logged.
  let opened = false
  const host = new WorkerHost({ folder, snapshot }, timeoutMs, (line) => opened && log(line))
  try {
    // The first start creates the cluster, which takes some seconds.
    await host.withoutTimeout(() => host.request('syncs'))
  } catch (error) {
    await host.close()
    await unlock?.()
    throw new Error(explainOpenError(folder, (error as Error).message), { cause: error })
  }
  opened = true
  const pool = createPool(host)
  let stopUpkeep = () => {}
  const database = new EmbeddedDatabase(host, folder, pool, async () => {
    stopUpkeep()
    await host.close()
    await unlock?.()
  })
  if (folder !== undefined) {
    stopUpkeep = startMaintenance(
      {
        isBeingCopied: () => database.isBeingCopied(),
        isIdle: () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
        statementCount: () => database.statementCount(),
        session: (work) => database.session(work),
      },
      log,
    )
  }
  return database
}
