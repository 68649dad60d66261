import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { findFreePort } from './postgres.ts'
import { startProgram } from './program.ts'

/** Redis server of a test without persistence; ends with the process. */
export interface TestRedis {
  readonly url: string
  stop(): Promise<void>
}

/** Returns true if Redis is installed. Warns if it is not; with CI=true throws. */
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

/** Starts Redis, by default on a free port; resolves when it responds. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const at = port ?? (await findFreePort())
  const options = ['--port', `${at}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const { stop } = await startProgram(['redis-server', ...options], at)
  return { url: `redis://127.0.0.1:${at}`, stop }
}
