import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Agent } from 'undici'
import { inject } from 'vitest'
import { buildSettings } from './app.ts'
import { Client, type Server } from './client.ts'
import { login } from './login.ts'

export interface SpawnOptions {
  /** Default: the embedded database in `dataDir`. */
  databaseUrl?: string
  /** Default: a temporary folder with a database. */
  dataDir?: string
  /** Default: a free port. */
  port?: number
  env?: Record<string, string>
  /** Entry point of another version. */
  main?: string
}

/** Server in a separate process, as `npm start` runs it. */
export interface ServerProcess extends Server {
  readonly url: string
  /** First output line, once it listens. */
  readonly greeting: string
  readOutput(): string
  readonly port: number
  readonly dataDir: string
  readonly child: ChildProcess
  /** Sends a signal and waits for the exit; returns the exit code, null after a signal that killed. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  signIn(user: string): Promise<Client>
}

const main = resolve('dist', 'main.js')
const children = new Set<ServerProcess>()
const folders = new Set<string>()

/** Starts a server from `dist`, built by `npm test`; resolves when it responds. */
export async function spawnServer(options: SpawnOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'svc-test-process-'))
  folders.add(dataDir)
  if (!options.dataDir && !options.databaseUrl) unpackDatabase(dataDir)
  const env = {
    PATH: process.env.PATH,
    ...buildSettings(dataDir, options.databaseUrl, { PORT: String(options.port ?? 0), ...options.env }),
  }
  const child = spawn(process.execPath, [options.main ?? main], {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += String(chunk)))
  const greeting = await waitForGreeting(child)
  const url = /http:\S+/.exec(greeting)![0]
  const dispatcher = new Agent({ connections: 64 })
  const server: ServerProcess = {
    url,
    greeting,
    readOutput: () => output,
    port: Number(new URL(url).port),
    dataDir,
    child,
    dispatcher,
    async stop(signal) {
      children.delete(server)
      child.kill(signal)
      const code = await exited
      await dispatcher.destroy()
      return code
    },
    async signIn(user) {
      return Client.createForSession(server, await login(inject('svc').identityUrl, user))
    },
  }
  children.add(server)
  return server
}

/** Unpacks an empty database into a folder: creating one takes seconds of CPU time. */
export function unpackDatabase(dataDir: string): void {
  const folder = join(dataDir, 'database')
  mkdirSync(folder)
  execFileSync('tar', ['-xf', inject('svc').snapshotFile, '-C', folder], { stdio: 'ignore' })
}

/** Returns the line with the URL that the server prints or logs when it listens. */
function waitForGreeting(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (chunk: Buffer) => {
      output += chunk
      const line = /(?<=^|"msg":")svc [^"\n]*http:[^"\n]*(?="|\n)/m.exec(output)?.[0]
      if (line) resolve(line)
    }
    child.stdout!.on('data', onOutput)
    child.stderr!.on('data', onOutput)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened:\n${output}`)))
  })
}

export async function killServers(): Promise<void> {
  await Promise.all([...children].map((server) => server.stop('SIGKILL')))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}
