import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'

/** What a run of the command line ended with. */
export interface Ran {
  code: number
  out: string
  err: string
  /** What it printed, as JSON. */
  // Tests look into answers freely.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any
}

export interface Options {
  env?: Record<string, string>
  cwd?: string
  input?: string
  /** Told of what it says on standard error while it runs. */
  heard?: (said: string) => void
  /** Told of what it prints while it runs. */
  heardOut?: (out: string) => void
  /** Ends it when aborted, as Ctrl-C does. */
  stop?: AbortSignal
}

const bin = resolve('clients/cli/bin/svc.mjs')
const homes: string[] = []

/** A home of its own, in which nothing is kept yet. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'svc-test-cli-'))
  homes.push(home)
  return home
}

afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

/** Somebody's command line: `svc('tasks list', ['--mine'])` runs the real program, in a process of its own. */
export function commandLine(home: string, always: Record<string, string> = {}) {
  return (command: string, args: string[] = [], options: Options = {}): Promise<Ran> =>
    run([process.execPath, bin, ...command.split(' '), ...args], home, { ...always, ...options.env }, options)
}

/** The same on a terminal, as which standard output and input look to it. */
export function onTerminal(home: string, env: Record<string, string>) {
  const pty = 'import pty, sys, os; s = pty.spawn(sys.argv[1:]); sys.exit(os.waitstatus_to_exitcode(s))'
  return (command: string, args: string[] = []): Promise<Ran> =>
    run(['python3', '-c', pty, process.execPath, bin, ...command.split(' '), ...args], home, {
      TERM: 'xterm',
      ...env,
    })
}

function run(
  [program, ...args]: string[],
  home: string,
  env: Record<string, string>,
  { cwd = home, input, heard, heardOut, stop }: Options = {},
): Promise<Ran> {
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
    heard?.(err)
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
