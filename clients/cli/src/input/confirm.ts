import { createInterface } from 'node:readline/promises'
import type { Context } from '../context.ts'
import { CliError, usageError } from '../errors.ts'

/** Asks before something that touches many things. Without a terminal to ask on, it has to be said with --yes. */
export async function confirm({ process, signal }: Context, question: string, yes: boolean): Promise<void> {
  if (yes) return
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw usageError(`${question} Say --yes.`)
  const asking = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await asking.question(`${question} [y/N] `, { signal })
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed')
  } finally {
    asking.close()
  }
}
