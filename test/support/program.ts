import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { unprivileged } from './postgres.ts'

/** A program that serves a port of this machine, and goes with this process. */
export interface Program {
  stop(): Promise<void>
}

/**
 * Starts a program; resolves when its port takes connections. `asUser`: as a user without rights, where this process runs
 * as root.
 */
export async function startProgram(
  command: string[],
  port: number,
  { asUser = false }: { asUser?: boolean } = {},
): Promise<Program> {
  // The shell ends the server when its input does, which is when this process ends, however it does.
  const script = '"$@" </dev/null & server=$!; read -r word; kill -INT $server; wait $server'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...(asUser && unprivileged()),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = new Promise((resolve) => shell.once('exit', resolve))
  for (let tries = 0; !(await answers(port)); tries++) {
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

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end()).once('error', () => undefined)
    socket.once('close', (failed) => resolve(!failed))
  })
}
