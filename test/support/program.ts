import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findUnprivilegedUser } from './postgres.ts'

/** Program that listens on a local port and ends with this process. */
export interface Program {
  stop(): Promise<void>
}

/**
 * Starts a program; resolves when its port accepts connections. `asUser`: runs as an unprivileged user if this process
 * is root.
 */
export async function startProgram(
  command: string[],
  port: number,
  { asUser = false }: { asUser?: boolean } = {},
): Promise<Program> {
  // The shell stops the server when its stdin closes, which happens however this process ends.
  const script = '"$@" </dev/null & server=$!; read -r word; kill -INT $server; wait $server'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...(asUser && findUnprivilegedUser()),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = new Promise((resolve) => shell.once('exit', resolve))
  for (let tries = 0; !(await acceptsConnections(port)); tries++) {
    if (tries === 200) throw new Error(`${command[0]} did not start`)
    await sleep(25)
  }
  return {
    async stop() {
      shell.stdin.end()
      await exited
    },
  }
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end()).once('error', () => undefined)
    socket.once('close', (failed) => resolve(!failed))
  })
}
