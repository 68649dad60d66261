import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { shortPath } from '../db/short-path.ts'
import type { CommandRequest, CommandReply } from '../kernel/services/command.ts'

const socketName = 'commands.sock'
const mostBytes = 64 * 1024 * 1024

/**
 * Takes commands on a unix socket in a folder that this process alone holds. Whoever may write there could change the
 * database's own files, so nobody is asked for a credential. Gives a function that ends it: no more commands are taken,
 * and those that run are waited for.
 */
export async function takeCommands(
  folder: string,
  run: (request: CommandRequest) => Promise<CommandReply>,
): Promise<() => Promise<void>> {
  const path = join(folder, socketName)
  const running = new Set<Promise<void>>()
  const telling = new Set<Socket>()
  const take = async (socket: Socket): Promise<void> => {
    telling.add(socket)
    const request = await textOf(socket).finally(() => telling.delete(socket))
    socket.end(JSON.stringify(await run(JSON.parse(request) as CommandRequest)))
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    // Who hung up, or sent what is no command, is not answered.
    const taken = take(socket)
      .catch(() => void socket.destroy())
      .finally(() => running.delete(taken))
    running.add(taken)
  })
  // A process that was killed leaves its socket behind.
  rmSync(path, { force: true })
  await shortPath(
    folder,
    (short) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(`${short}/${socketName}`, resolve)
      }),
  )
  // This is the error of a connection that could not be taken, which its sender notices.
  server.on('error', () => {})
  chmodSync(path, 0o600)
  return async () => {
    rmSync(path, { force: true })
    server.close()
    for (const socket of telling) socket.destroy()
    await Promise.all(running)
  }
}

/** Gives all that the other side sends until it ends its half. */
function textOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > mostBytes) reject(new Error(`more than ${mostBytes} bytes`))
    })
    socket.once('end', () => resolve(Buffer.concat(chunks).toString()))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('hung up')))
  })
}

/** Has the process that holds the folder run a command; undefined when none takes commands there. */
export async function giveCommand(
  folder: string,
  request: CommandRequest,
): Promise<CommandReply | undefined> {
  const socket = await reach(folder)
  if (!socket) return undefined
  socket.end(JSON.stringify(request))
  const text = await textOf(socket).catch(() => '')
  if (text === '') return { refused: 'the server ended before it had answered: look whether it was done' }
  return JSON.parse(text) as CommandReply
}

function reach(folder: string): Promise<Socket | undefined> {
  if (!existsSync(join(folder, socketName))) return Promise.resolve(undefined)
  return shortPath(
    folder,
    (short) =>
      new Promise((resolve, reject) => {
        const socket = connect({ path: `${short}/${socketName}`, allowHalfOpen: true })
        socket.once('connect', () => resolve(socket))
        socket.once('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(undefined) : reject(error),
        )
      }),
  )
}
