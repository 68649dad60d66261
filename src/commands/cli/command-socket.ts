import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { withShortSocketPath } from '../../db/socket-path.ts'
import type { CommandRequest, CommandReply } from '../../core/command.ts'

const SOCKET_NAME = 'commands.sock'
const MAX_BYTES = 64 * 1024 * 1024

/** Runs commands from a socket in the data folder. Who can write there can change the database files anyway. */
export async function serveCommands(
  folder: string,
  run: (request: CommandRequest) => Promise<CommandReply>,
): Promise<() => Promise<void>> {
  const path = join(folder, SOCKET_NAME)
  const running = new Set<Promise<void>>()
  const receiving = new Set<Socket>()
  const handle = async (socket: Socket): Promise<void> => {
    receiving.add(socket)
    const request = await readAll(socket).finally(() => receiving.delete(socket))
    socket.end(JSON.stringify(await run(JSON.parse(request) as CommandRequest)))
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    const handled = handle(socket)
      .catch(() => void socket.destroy())
      .finally(() => running.delete(handled))
    running.add(handled)
  })
  rmSync(path, { force: true })
  await withShortSocketPath(
    folder,
    (short) =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(`${short}/${SOCKET_NAME}`, resolve)
      }),
  )
  server.on('error', () => {})
  chmodSync(path, 0o600)
  return async () => {
    rmSync(path, { force: true })
    server.close()
    for (const socket of receiving) socket.destroy()
    await Promise.all(running)
  }
}

function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > MAX_BYTES) reject(new Error(`more than ${MAX_BYTES} bytes`))
    })
    socket.once('end', () => resolve(Buffer.concat(chunks).toString()))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('connection closed')))
  })
}

export async function sendCommand(folder: string, request: CommandRequest): Promise<CommandReply | undefined> {
  const socket = await connectTo(folder)
  if (!socket) return undefined
  socket.end(JSON.stringify(request))
  const text = await readAll(socket).catch(() => '')
  if (text === '') return { refused: 'the server stopped before it responded: check whether the command was run' }
  return JSON.parse(text) as CommandReply
}

function connectTo(folder: string): Promise<Socket | undefined> {
  if (!existsSync(join(folder, SOCKET_NAME))) return Promise.resolve(undefined)
  return withShortSocketPath(
    folder,
    (short) =>
      new Promise((resolve, reject) => {
        const socket = connect({ path: `${short}/${SOCKET_NAME}`, allowHalfOpen: true })
        socket.once('connect', () => resolve(socket))
        socket.once('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(undefined) : reject(error),
        )
      }),
  )
}
