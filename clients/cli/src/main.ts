import { readFileSync } from 'node:fs'
import { proposeCompletions, run } from '@stricli/core'
import { buildCliApplication } from './app.ts'
import { createContext } from './context.ts'
import { exitCodes } from './errors.ts'

/** Exit code after Ctrl-C, as shells report it (128 + SIGINT). */
const INTERRUPTED_EXIT_CODE = 130

export async function main(): Promise<void> {
  const args = process.argv.slice(2)
  exitOnClosedPipe()
  const stop = createAbortSignal()
  const json = args.some(
    (arg) => arg === '-j' || arg === '--json' || arg.startsWith('--json=') || arg.startsWith('-j='),
  )
  const app = buildCliApplication(readVersion(), json)
  const context = createContext(process, stop)
  if (args[0] === '__complete') {
    const found = await proposeCompletions(app, args.slice(1), context)
    return context.out(found.map(({ completion }) => `${completion}\n`).join(''))
  }
  await run(app, args.length > 0 ? args : ['--help'], muteAfterAbort(context, stop))
  process.exitCode = stop.aborted ? INTERRUPTED_EXIT_CODE : toExitCode(process.exitCode)
}

/** Maps the negative exit codes of Stricli: -5 and -4 are usage errors, others internal failures. */
function toExitCode(code: number | string | null | undefined): number {
  if (typeof code !== 'number' || code >= 0) return Number(code ?? 0)
  return code === -5 || code === -4 ? exitCodes.usage : exitCodes.failure
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Exits without an error when the reader of a pipe closes it (`svc tasks list | head -1`). */
function exitOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failure)
  })
  process.stderr.on('error', () => undefined)
}

/** Aborts the signal on the first Ctrl-C and exits immediately on the second. */
function createAbortSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED_EXIT_CODE)
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  return controller.signal
}

/** Suppresses error output after an abort, since the failures are a consequence of it. */
function muteAfterAbort(context: ReturnType<typeof createContext>, stop: AbortSignal) {
  const stderr = {
    write: (text: string) => stop.aborted || context.process.stderr.write(text),
  }
  const process = Object.create(context.process, {
    stderr: { value: stderr },
    stdout: { value: context.process.stdout },
    stdin: { get: () => context.process.stdin },
    exitCode: {
      get: () => context.process.exitCode,
      set: (code: number) => (context.process.exitCode = code),
    },
  }) as NodeJS.Process
  return { ...context, process }
}
