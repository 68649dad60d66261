import { createInterface } from 'node:readline/promises'
import type { Context } from '../context.ts'
import { CliError, usageError } from '../errors.ts'

/** Asks for confirmation on the terminal; without one, requires --yes. */
export async function requireConfirmation({ process, signal }: Context, question: string, yes: boolean): Promise<void> {
  if (yes) return
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw usageError(`${question} To confirm, pass --yes.`)
  const prompt = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await prompt.question(`${question} [y/N] `, { signal })
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Canceled: nothing was changed')
  } finally {
    prompt.close()
  }
}
