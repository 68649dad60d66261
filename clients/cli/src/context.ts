import type { CommandContext } from '@stricli/core'
import { escapeControls } from './output/text.ts'

export interface CommonFlags {
  /** Prints JSON if set; only these comma-separated fields if not empty. */
  json?: string
  /** Name of the saved sign-in to use. */
  context?: string
}

/** Environment of a command: process, output and abort signal. */
export interface Context extends CommandContext {
  readonly process: NodeJS.Process
  readonly env: NodeJS.ProcessEnv
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal
  /** Writes to standard output unchanged; the caller escapes control characters of untrusted text. */
  out(text: string): void
  /** Prints a line on standard error, with control characters escaped. */
  note(text: string): void
  readonly color: boolean
  readonly columns: number | undefined
}

/** Creates the context of this process; `columns` is undefined unless standard output is a terminal. */
export function createContext(process: NodeJS.Process, signal: AbortSignal): Context {
  const { env, stdout, stderr } = process
  const color = Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    process,
    env,
    signal,
    color,
    columns: stdout.isTTY ? stdout.columns || 80 : undefined,
    out: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${escapeControls(text, { lines: true })}\n`),
  }
}
