import { readFileSync } from 'node:fs'
import { proposeCompletions, run } from '@stricli/core'
import { buildSvc } from './app.ts'
import { contextOf } from './context.ts'
import { exitCodes } from './errors.ts'

/** What a shell says of a program that Ctrl-C ended. */
const interrupted = 130

/** Runs the command that the arguments of this process name. */
export async function main(): Promise<void> {
  const args = process.argv.slice(2)
  endWithReader()
  const stop = stopOnSignals()
  const json = args.some(
    (arg) => arg === '-j' || arg === '--json' || arg.startsWith('--json=') || arg.startsWith('-j='),
  )
  const app = buildSvc(ownVersion(), json)
  const context = contextOf(process, stop)
  if (args[0] === '__complete') {
    const found = await proposeCompletions(app, args.slice(1), context)
    return context.out(found.map(({ completion }) => `${completion}\n`).join(''))
  }
  await run(app, args.length > 0 ? args : ['--help'], quietWhenStopped(context, stop))
  process.exitCode = stop.aborted ? interrupted : exitCodeFrom(process.exitCode)
}

/** Stricli's own codes are negative: a wrong command or argument is wrong usage, the rest a failure of ours. */
function exitCodeFrom(code: number | string | null | undefined): number {
  if (typeof code !== 'number' || code >= 0) return Number(code ?? 0)
  return code === -5 || code === -4 ? exitCodes.usage : exitCodes.failure
}

function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Who reads the output may have had enough (`svc tasks list | head -1`): that is no error. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failure)
  })
  process.stderr.on('error', () => undefined)
}

/** The first Ctrl-C lets what runs end in order, the second ends at once. */
function stopOnSignals(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(interrupted)
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  return controller.signal
}

/** What fails because the person stopped it needs no words. */
function quietWhenStopped(context: ReturnType<typeof contextOf>, stop: AbortSignal) {
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
