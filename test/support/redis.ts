import { execFileSync, spawn } from 'node:child_process'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './postgres.ts'

/** A Redis server of a test's own, which keeps nothing and goes with the process. */
export interface TestRedis {
  readonly url: string
  stop(): Promise<void>
}

/** Whether this machine has Redis. Says so loudly when it has not; with CI=true that is an error. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    const line = 'No redis-server was found'
    if (process.env.CI === 'true') throw new Error(`${line}: CI=true does not allow to skip its tests`)
    process.stderr.write(`\n!!! ${line}: THE TESTS OF LIMITS THAT PROCESSES SHARE ARE SKIPPED. !!!\n\n`)
    return false
  }
}

/** Starts a server on a port, any free one unless given; resolves when it answers. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const at = port ?? (await freePort())
  const options = ['--port', `${at}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  // The shell ends the server when its input does, which is when this process ends, however it does.
  const script = '"$@" </dev/null & server=$!; read -r word; kill $server; wait $server'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', 'redis-server', ...options], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const exited = new Promise((resolve) => shell.once('exit', resolve))
  for (let tries = 0; !(await answers(at)); tries++) {
    if (tries === 200) throw new Error('redis-server did not start')
    await sleep(25)
  }
  return {
    url: `redis://127.0.0.1:${at}`,
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
