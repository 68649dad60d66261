import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { freePort } from './postgres.ts'
import { startProgram } from './program.ts'

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
  const { stop } = await startProgram(['redis-server', ...options], at)
  return { url: `redis://127.0.0.1:${at}`, stop }
}
