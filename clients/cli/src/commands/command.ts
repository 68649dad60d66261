import {
  buildCommand,
  buildRouteMap,
  type Command,
  type CommandBuilderArguments,
  type RouteMap,
  type RouteMapBuilderArguments,
} from '@stricli/core'
import type { Context } from '../context.ts'
import { formatGroupHelp, withHelp, type Parameters } from './help.ts'

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
  const aliases = shortFlags(parameters.flags ?? {})
  const all = { ...parameters, aliases } as typeof parameters
  return withHelp(
    buildCommand<Flags, Args, Context>({ loader: load, parameters: all, docs }),
    all as Parameters,
    docs,
  )
}

/** Short forms of options, the same for every command. */
const letters: Readonly<Record<string, string>> = {
  a: 'assignee',
  c: 'context',
  d: 'due',
  f: 'filter',
  j: 'json',
  l: 'list',
  m: 'mine',
  n: 'limit',
  p: 'project',
  q: 'search',
  s: 'status',
  S: 'set',
  t: 'tag',
  T: 'to',
  w: 'web',
  x: 'exec',
  y: 'yes',
}

const shortFlags = (flags: object): Record<string, string> =>
  Object.fromEntries(Object.entries(letters).filter(([, name]) => name in flags))

/** Declares a group of commands. */
export function group({
  routes,
  aliases,
  docs,
}: RouteMapBuilderArguments<string, Context>): RouteMap<Context> {
  const map = buildRouteMap({ routes, ...(aliases && { aliases }), docs })
  return { ...map, formatHelp: ({ prefix }) => formatGroupHelp(map, docs, prefix) }
}
