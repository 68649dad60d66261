import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import typescript from 'typescript'

/** A receiver from the documentation, run as a child process. */
export interface ExampleReceiver {
  url: string
  /** One line per handled event. */
  handled: string[]
  end(): Promise<void>
}

export type Language = 'typescript' | 'python'

export const exampleFiles: Record<Language, string> = {
  typescript: resolve('docs/examples/webhook-receiver.ts'),
  python: resolve('docs/examples/webhook_receiver.py'),
}

/** Returns the languages with an installed runtime; CI requires all. */
export function listRunnableLanguages(): Language[] {
  if (spawnSync('python3', ['--version']).status === 0) return ['typescript', 'python']
  if (process.env.CI === 'true') throw new Error('no python3 was found: CI=true does not allow to skip its tests')
  process.stderr.write('\n!!! No python3 was found: THE EXAMPLE RECEIVER IN PYTHON IS NOT TESTED.\n\n')
  return ['typescript']
}

/** Returns a free port: a webhook needs its URL before the receiver gets the secret. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

/** Starts a receiver with the secret of a webhook; resolves when it listens. */
export async function startExample(language: Language, port: number, secret: string): Promise<ExampleReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-receiver-'))
  const child = spawn(...buildCommand(language, folder), {
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const handled: string[] = []
  await new Promise<void>((listening, failed) => {
    let rest = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (line === 'listening') listening()
        else handled.push(line)
      }
    })
    child.once('exit', (code) => failed(new Error(`the receiver in ${language} ended with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port}/`,
    handled,
    async end() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function buildCommand(language: Language, folder: string): [string, string[]] {
  const file = exampleFiles[language]
  if (language === 'python') return ['python3', [file]]
  // Newer versions of Node strip types themselves.
  const { outputText } = typescript.transpileModule(readFileSync(file, 'utf8'), {
    compilerOptions: { module: typescript.ModuleKind.ESNext, target: typescript.ScriptTarget.ES2022 },
  })
  const script = join(folder, 'receiver.mjs')
  writeFileSync(script, outputText)
  return [process.execPath, [script]]
}
