import type { Services } from './services.ts'

/** A command that cannot do its work for a reason its user can mend; the message is what is shown of it. */
export class CommandError extends Error {}

/**
 * What an operator does to the data by hand, as `svc-server releases import FILE` does. On the embedded database, which one
 * process holds, it runs in the server when there is one; so what it is given travels as JSON.
 */
export interface Command<Input> {
  /** The two words that it is called by: `releases import`. */
  name: string
  /** The names of the arguments that follow: `FILE`. */
  args: string
  summary: string
  /** Makes the input of the arguments and of the files they name, in the operator's process. Throws `CommandError`. */
  read(args: string[]): Promise<Input> | Input
  /**
   * Does the work in the process that has the database open; gives what to print. Throws `CommandError`, and then
   * changes nothing.
   */
  run(services: Services, input: Input): Promise<string>
}

/** Any command, for tables of them. */
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyCommand = Command<any>

/** Declares a command: gives it back, with its type inferred. */
export const command = <Input>(declaration: Command<Input>): Command<Input> => declaration

/** A command on its way to the process that has the database. */
export interface CommandRequest {
  command: string
  input: unknown
}
/** What came of a command: what to print, or why nothing was done. */
export type CommandReply = { said: string } | { refused: string }

/** Carries out a command that another process gave. */
export async function carryOut(
  commands: readonly AnyCommand[],
  services: Services,
  { command, input }: CommandRequest,
): Promise<CommandReply> {
  const known = commands.find(({ name }) => name === command)
  if (!known) return { refused: `the running server does not know ${command}: is it of another version?` }
  try {
    const said = await known.run(services, input)
    services.log('info', 'command', { command })
    return { said }
  } catch (error) {
    if (error instanceof CommandError) return { refused: error.message }
    services.log('error', 'command failed', { command, error: String(error) })
    return { refused: `${command} failed in the server: see its log` }
  }
}
