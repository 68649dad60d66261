import type { Dependencies } from './dependencies.ts'

/** Error that the operator can fix; its message is shown. */
export class CommandError extends Error {}

/** Maintenance command. With the embedded database it runs in the server, which receives its input as JSON. */
export interface Command<Input> {
  /** Name on the command line: `releases import`. */
  name: string
  args: string
  summary: string
  /** Builds the input from arguments and files in the operator's process. Throws `CommandError`. */
  read(args: string[]): Promise<Input> | Input
  /** Returns the output. Throws `CommandError`, whose message names what was changed, if anything. */
  run(services: Dependencies, input: Input): Promise<string>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type AnyCommand = Command<any>

export const defineCommand = <Input>(declaration: Command<Input>): Command<Input> => declaration

export interface CommandRequest {
  command: string
  input: unknown
}
export type CommandReply = { output: string } | { refused: string }

export async function runCommand(
  commands: readonly AnyCommand[],
  services: Dependencies,
  { command, input }: CommandRequest,
): Promise<CommandReply> {
  const found = commands.find(({ name }) => name === command)
  if (!found) return { refused: `the running server does not know ${command}: run the same version of svc-server` }
  try {
    const output = await found.run(services, input)
    services.log('info', 'command', { command })
    return { output }
  } catch (error) {
    if (error instanceof CommandError) return { refused: error.message }
    services.log('error', 'command failed', { command, error: String(error) })
    return { refused: `${command} failed in the server: see the log of the server` }
  }
}
