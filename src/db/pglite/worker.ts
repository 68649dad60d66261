import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { syncCounter, openDataFolder, openInMemory } from './cluster.ts'
import type { WorkerReply, WorkerRequest, WorkerOptions } from './worker-host.ts'

const STEP = '_PostgresMainLoopOnce'
type Engine = { [STEP]: () => void }
/** Exit status with which PGlite leaves its loop after an ordinary SQL error. */
const ORDINARY_ERROR_STATUS = 100

const port = parentPort!
const options = workerData as WorkerOptions
const database =
  options.folder === undefined ? await openInMemory(options.snapshot) : await openDataFolder(options.folder)
exitOnTrap(database)
port.on('message', (request: WorkerRequest) => {
  if (request instanceof Uint8Array) port.postMessage(run(request))
  else void runCommand(request).then((done) => port.postMessage({ done } satisfies WorkerReply))
})
port.postMessage({ done: undefined } satisfies WorkerReply)

function run(request: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = []
  let length = 0
  void database.execProtocolRawStream(request, {
    syncToFs: false,
    onRawData: (bytes) => {
      // Copies the bytes, a view of engine memory that is overwritten.
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

async function runCommand(request: Exclude<WorkerRequest, Uint8Array>): Promise<Uint8Array | number | undefined> {
  if (request === 'syncs') return syncCounter.syncs
  if (request === 'reset') {
    // Resets the session for the next client: there is one backend for all.
    if (database.isInTransaction()) await database.exec('rollback')
    await database.exec('discard all')
    return undefined
  }
  if (request === 'close') {
    await database.exec('checkpoint')
    await database.close()
    return undefined
  }
  // After a checkpoint, opening the dump needs no recovery.
  await database.exec('checkpoint')
  return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
}

/** Exits after a trap or PANIC, which leave the engine in an undefined state; PGlite would continue. */
function exitOnTrap(cluster: PGlite): void {
  const engine = cluster.Module as unknown as Engine
  const runStep = engine[STEP]
  engine[STEP] = () => {
    try {
      runStep()
    } catch (error) {
      if ((error as { status?: number }).status !== ORDINARY_ERROR_STATUS) {
        // Ends the thread, not the process.
        process.exit(1)
      }
      throw error
    }
  }
}
