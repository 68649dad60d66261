import type { CommandContext } from '@stricli/core'
import { visible } from './output/text.ts'

/** What every command takes. */
export interface CommonFlags {
  /** Set: print JSON; not empty: these fields of it. */
  json?: string
  /** The saved sign-in to use. */
  context?: string
}

/** What a command can reach of the world around it. */
export interface Context extends CommandContext {
  readonly process: NodeJS.Process
  readonly env: NodeJS.ProcessEnv
  /** Aborted when the person wants to stop. */
  readonly signal: AbortSignal
  /** Prints to standard output as it is: what others wrote has been made harmless before. */
  out(text: string): void
  /** Says something beside the output, on standard error: whatever is in it cannot steer the terminal. */
  note(text: string): void
  readonly color: boolean
  readonly columns: number | undefined
}

/** The context of this process. `columns` is undefined where standard output is no terminal. */
export function contextOf(process: NodeJS.Process, signal: AbortSignal): Context {
  const { env, stdout, stderr } = process
  const color = Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'
  return {
    process,
    env,
    signal,
    color,
    columns: stdout.isTTY ? stdout.columns || 80 : undefined,
    out: (text) => void stdout.write(text),
    note: (text) => void stderr.write(`${visible(text, { lines: true })}\n`),
  }
}
