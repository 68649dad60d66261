import { buildCommand, type Command, type CommandBuilderArguments } from '@stricli/core'
import type { Context } from '../context.ts'

/** What a command does: it is given what it can reach, the options, and the arguments. */
type Action<Flags, Args extends unknown[]> = (
  context: Context,
  flags: Flags,
  ...args: Args
) => void | Promise<void>

/** Options by their names. */
type FlagsOf<Flags> = Readonly<Partial<Record<keyof Flags, unknown>>>

interface Declared<Flags extends FlagsOf<Flags>, Args extends (string | undefined)[]> {
  /** Loads the action when the command is run, so that a start loads what it needs and no more. */
  loader: () => Promise<Action<Flags, Args>>
  parameters: NoInfer<CommandBuilderArguments<Flags, Args, Context>['parameters']>
  docs: { brief: string; fullDescription: string }
}

/** Declares a command; its action says by its types which options and arguments there must be. */
export function command<Flags extends FlagsOf<Flags>, Args extends (string | undefined)[]>({
  loader,
  parameters,
  docs,
}: Declared<Flags, Args>): Command<Context> {
  const load = async () => {
    const action = await loader()
    return function (this: Context, flags: Flags, ...args: Args) {
      return action(this, flags, ...args)
    }
  }
  return buildCommand<Flags, Args, Context>({ loader: load, parameters, docs })
}
