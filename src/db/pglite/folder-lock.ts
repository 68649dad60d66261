import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withShortSocketPath } from '../socket-path.ts'

const HOLDER = 'H'
const CONTENDER = 'C'
const MAX_ATTEMPTS = 40

type UnlockFolder = () => Promise<void>

/**
 * Locks a folder for this process until released or the process ends.
 *
 * Each process listens on its own Unix socket in the folder: one that accepts belongs to a living process
 * (PIDs mean nothing across containers), one that refuses is stale. A process publishes its socket before it
 * checks the others, so of two at least one sees the other and withdraws. Sockets appear by rename when they
 * already listen, so none looks stale while new.
 */
export async function lockFolder(folder: string): Promise<UnlockFolder> {
  const sockets = join(folder, '.lock')
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const ownSocket = await publish(sockets)
    const others = await Promise.all(
      readdirSync(sockets)
        .filter((name) => name.endsWith('.sock') && name !== ownSocket.name)
        .map((name) => readState(sockets, name)),
    )
    if (others.every((state) => state === undefined)) {
      ownSocket.state = HOLDER
      return () => ownSocket.withdraw()
    }
    await ownSocket.withdraw()
    if (others.includes(HOLDER)) break
    await sleep(20 + Math.random() * 100)
  }
  throw new Error(`DATA_DIR ${folder} is in use by another svc process`)
}

interface PublishedSocket {
  readonly name: string
  state: string
  withdraw(): Promise<void>
}

async function publish(folder: string): Promise<PublishedSocket> {
  const name = `${randomBytes(8).toString('hex')}.sock`
  const ownSocket: PublishedSocket = {
    name,
    state: CONTENDER,
    async withdraw() {
      rmSync(join(folder, name), { force: true })
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(ownSocket.state)
  })
  server.unref()
  await withShortSocketPath(folder, (short) => listen(server, `${short}/${name}.new`))
  renameSync(join(folder, `${name}.new`), join(folder, name))
  return ownSocket
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      server.on('error', () => {})
      resolve()
    })
  })

async function readState(folder: string, name: string): Promise<string | undefined> {
  const reply = await withShortSocketPath(
    folder,
    (short) =>
      new Promise<string | NodeJS.ErrnoException>((resolve) => {
        const socket = connect(`${short}/${name}`)
        // A process that accepts without a reply is busy, and has the folder locked.
        socket.setTimeout(2_000, () => socket.destroy())
        socket.on('data', (data) => resolve(String(data)))
        socket.on('error', (error) => resolve(error))
        socket.on('close', () => resolve(HOLDER))
      }),
  )
  if (typeof reply === 'string') return reply
  if (reply.code === 'ENOENT') return undefined
  if (reply.code !== 'ECONNREFUSED') return HOLDER
  rmSync(join(folder, name), { force: true })
  return undefined
}
