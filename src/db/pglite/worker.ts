import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { disk, openFolder, openMemory } from './cluster.ts'
import type { Reply, Request, WorkerOptions } from './messages.ts'

/** PGlite's engine, as far as it is used here. */
const step = '_PostgresMainLoopOnce'
type Engine = { [step]: () => void }
/** The status with which PGlite itself leaves its loop after an ordinary SQL error. */
const ordinaryError = 100

const port = parentPort!
const options = workerData as WorkerOptions
const database =
  options.folder === undefined ? await openMemory(options.snapshot) : await openFolder(options.folder)
dieOfTraps(database)
port.on('message', (request: Request) => {
  if (request instanceof Uint8Array) port.postMessage(run(request))
  else void answer(request).then((done) => port.postMessage({ done } satisfies Reply))
})
port.postMessage({ done: undefined } satisfies Reply)

/** Runs protocol messages, synchronously; gives what the back end answered. */
function run(request: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = []
  let length = 0
  void database.execProtocolRawStream(request, {
    syncToFs: false,
    onRawData: (bytes) => {
      // These bytes are a view of the engine's memory, which is written again, so they are copied.
      chunks.push(bytes.slice())
      length += bytes.length
    },
  })
  if (chunks.length === 1) return chunks[0]!
  const reply = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    reply.set(chunk, offset)
    offset += chunk.length
  }
  return reply
}

async function answer(request: Exclude<Request, Uint8Array>): Promise<Uint8Array | number | undefined> {
  if (request === 'syncs') return disk.syncs
  if (request === 'reset') {
    // The next client finds the session as new: there is one back end for all of them.
    if (database.isInTransaction()) await database.exec('rollback')
    await database.exec('discard all')
    return undefined
  }
  if (request === 'close') {
    await database.exec('checkpoint')
    await database.close()
    return undefined
  }
  // After a checkpoint whoever opens the dump has nothing to recover.
  await database.exec('checkpoint')
  return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
}

/**
 * Ends the thread after a trap or a PANIC: PGlite goes on after any exception, but these leave the engine undefined,
 * and only a new one will do.
 */
function dieOfTraps(cluster: PGlite): void {
  const engine = cluster.Module as unknown as Engine
  const once = engine[step]
  engine[step] = () => {
    try {
      once()
    } catch (error) {
      if ((error as { status?: number }).status !== ordinaryError) {
        // This ends the thread, not the process.
        process.exit(1)
      }
      throw error
    }
  }
}
