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

type Action<Flags, Args extends unknown[]> = (context: Context, flags: Flags, ...args: Args) => void | Promise<void>

type FlagRecord<Flags> = Readonly<Partial<Record<keyof Flags, unknown>>>

interface CommandDefinition<Flags extends FlagRecord<Flags>, Args extends (string | undefined)[]> {
  /** Loads the action lazily, so that each command imports only its own code. */
  loader: () => Promise<Action<Flags, Args>>
  parameters: NoInfer<CommandBuilderArguments<Flags, Args, Context>['parameters']>
  docs: { brief: string; fullDescription: string }
}

/** Builds a command whose flags and arguments are type-checked against its action. */
export function defineCommand<Flags extends FlagRecord<Flags>, Args extends (string | undefined)[]>({
  loader,
  parameters,
  docs,
}: CommandDefinition<Flags, Args>): Command<Context> {
  const load = async () => {
    const action = await loader()
    return function (this: Context, flags: Flags, ...args: Args) {
      return action(this, flags, ...args)
    }
  }
  const aliases = shortFlags(parameters.flags ?? {})
  const withAliases = { ...parameters, aliases } as typeof parameters
  return withHelp(
    buildCommand<Flags, Args, Context>({ loader: load, parameters: withAliases, docs }),
    withAliases as Parameters,
    docs,
  )
}

/** Short forms of options, shared by all commands. */
const shortForms: Readonly<Record<string, string>> = {
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
  x: 'exec',
  y: 'yes',
}

const shortFlags = (flags: object): Record<string, string> =>
  Object.fromEntries(Object.entries(shortForms).filter(([, name]) => name in flags))

export function defineGroup({ routes, aliases, docs }: RouteMapBuilderArguments<string, Context>): RouteMap<Context> {
  const map = buildRouteMap({ routes, ...(aliases && { aliases }), docs })
  return { ...map, formatHelp: ({ prefix }) => formatGroupHelp(map, docs, prefix) }
}
