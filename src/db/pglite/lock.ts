import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shortPath } from '../short-path.ts'

const holder = 'H'
const contender = 'C'
const attempts = 40

/** Releases the folder. */
export type Unlock = () => Promise<void>

/**
 * Takes a folder for this process alone, until released or the process ends, however it ends.
 *
 * Each process that wants the folder listens on a unix socket of its own in it: a socket that answers is a living
 * process (process ids say nothing between containers), one that refuses is left over and never comes back to life.
 * A process shows its socket before it looks for others', so of two at least one sees the other; it withdraws, and
 * refuses if the other is the holder. Sockets appear by rename, when they listen already, so none looks dead while
 * it is new.
 */
export async function lockFolder(folder: string): Promise<Unlock> {
  const sockets = join(folder, '.lock')
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  for (let attempt = 0; attempt < attempts; attempt++) {
    const own = await publish(sockets)
    const others = await Promise.all(
      readdirSync(sockets)
        .filter((name) => name.endsWith('.sock') && name !== own.name)
        .map((name) => stateOf(sockets, name)),
    )
    if (others.every((state) => state === undefined)) {
      own.state = holder
      return () => own.withdraw()
    }
    await own.withdraw()
    if (others.includes(holder)) break
    // The other is a contender too, and one of the two comes back first.
    await sleep(20 + Math.random() * 100)
  }
  throw new Error(`DATA_DIR ${folder} is in use by another svc process`)
}

interface Published {
  readonly name: string
  state: string
  withdraw(): Promise<void>
}

async function publish(folder: string): Promise<Published> {
  const name = `${randomBytes(8).toString('hex')}.sock`
  const own: Published = {
    name,
    state: contender,
    async withdraw() {
      rmSync(join(folder, name), { force: true })
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(own.state)
  })
  server.unref()
  await shortPath(folder, (short) => listen(server, `${short}/${name}.new`))
  renameSync(join(folder, `${name}.new`), join(folder, name))
  return own
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

/** What the process behind a socket says it is; undefined when there is none, and its socket is removed. */
async function stateOf(folder: string, name: string): Promise<string | undefined> {
  const answer = await shortPath(
    folder,
    (short) =>
      new Promise<string | NodeJS.ErrnoException>((resolve) => {
        const socket = connect(`${short}/${name}`)
        // A process that accepts and says nothing is alive and busy, so it holds the folder.
        socket.setTimeout(2_000, () => socket.destroy())
        socket.on('data', (data) => resolve(String(data)))
        socket.on('error', (error) => resolve(error))
        socket.on('close', () => resolve(holder))
      }),
  )
  if (typeof answer === 'string') return answer
  if (answer.code === 'ENOENT') return undefined
  if (answer.code !== 'ECONNREFUSED') return holder
  rmSync(join(folder, name), { force: true })
  return undefined
}
