import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { buildClients } from '../../scripts/clients.mjs'

export interface CommandResult {
  code: number
  out: string
  err: string
  /** Standard output, parsed as JSON. */
  // Loosely typed, since tests read any field.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

export interface Options {
  env?: Record<string, string>
  cwd?: string
  input?: string
  /** Receives standard error while the command runs. */
  onStderr?: (output: string) => void
  /** Receives standard output while the command runs. */
  onStdout?: (out: string) => void
  stop?: AbortSignal
}

// Otherwise the first command would build them, and say so in its standard error.
await buildClients()
const bin = resolve('clients/cli/bin/svc.mjs')
const homes: string[] = []

export function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'svc-test-cli-'))
  homes.push(home)
  return home
}

afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** Runs the real program for a user, in its own process: `svc('tasks list', ['--mine'])`. */
export function createRunner(home: string, commonEnv: Record<string, string> = {}) {
  return (command: string, args: string[] = [], options: Options = {}): Promise<CommandResult> =>
    run([process.execPath, bin, ...command.split(' '), ...args], home, { ...commonEnv, ...options.env }, options)
}

/** Runs the program with standard input and output on a terminal. */
export function createTerminalRunner(home: string, env: Record<string, string>) {
  const pty = 'import pty, sys, os; s = pty.spawn(sys.argv[1:]); sys.exit(os.waitstatus_to_exitcode(s))'
  return (command: string, args: string[] = []): Promise<CommandResult> =>
    run(['python3', '-c', pty, process.execPath, bin, ...command.split(' '), ...args], home, {
      TERM: 'xterm',
      ...env,
    })
}

function run(
  [program, ...args]: string[],
  home: string,
  env: Record<string, string>,
  { cwd = home, input, onStderr: received, onStdout: heardOut, stop }: Options = {},
): Promise<CommandResult> {
  const child = spawn(program!, args, { cwd, env: { PATH: process.env.PATH, HOME: home, ...env } })
  stop?.addEventListener('abort', () => child.kill('SIGINT'))
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part
    heardOut?.(out)
  })
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    err += part
    received?.(err)
  })
  child.stdin.end(input ?? '')
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) =>
      done({
        code: code ?? -1,
        out,
        err,
        get json() {
          return JSON.parse(out || err)
        },
      }),
    )
  })
}
