import type { Command, RouteMap } from '@stricli/core'
import type { Context } from '../context.ts'
import { formatColumns, wrapText } from '../output/wrap.ts'

interface Flag {
  kind: string
  brief: string
  placeholder?: string
  optional?: boolean
  inferEmpty?: boolean
  variadic?: boolean | string
  default?: unknown
  withNegated?: boolean
  values?: readonly string[]
}

interface Argument {
  placeholder?: string
  brief: string
  optional?: boolean
  values?: readonly string[]
}

export interface Parameters {
  flags?: Readonly<Record<string, unknown>>
  aliases?: Readonly<Partial<Record<string, string>>>
  positional?: { kind: 'array'; parameter: Argument } | { kind: 'tuple'; parameters: readonly Argument[] }
}

interface Docs {
  brief: string
  fullDescription?: string | undefined
}

const MIN_COLUMNS = 40
const MAX_COLUMNS = 100

/** Returns the width of help: that of the terminal, else `COLUMNS`, else 80. */
function helpColumns({ stdout, env }: NodeJS.Process): number {
  const columns = stdout.columns || Number(env.COLUMNS) || 80
  return Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns))
}

function formatCommandHelp(command: Parameters, docs: Docs, prefix: readonly string[]): string {
  const columns = helpColumns(process)
  const args = toArguments(command).map(({ placeholder = 'arg', brief, values }, at, { length }): [string, string] => [
    toPlaceholder(placeholder) + (command.positional?.kind === 'array' && at === length - 1 ? '...' : ''),
    withValues(brief, values),
  ])
  const options = [...toOptions(command), ['-h, --help', 'Print this help'] as [string, string]]
  return toText([
    'USAGE',
    ...wrapText(toUsage(command, prefix), columns - 2).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)),
    '',
    ...toParagraphs(docs, columns),
    ...(args.length > 0 ? ['', 'ARGUMENTS', ...formatColumns(args, columns)] : []),
    '',
    'OPTIONS',
    ...formatColumns(options, columns),
  ])
}

export function formatGroupHelp(map: RouteMap<Context>, docs: Docs, prefix: readonly string[]): string {
  const columns = helpColumns(process)
  const commands = map
    .getAllEntries()
    .map(({ name, target, aliases }): [string, string] => [
      [name['convert-camel-to-kebab'], ...aliases].join(', '),
      target.brief,
    ])
  const options: [string, string][] = [['-h, --help', 'Print this help (of a command: svc COMMAND --help)']]
  if (prefix.length === 1) options.push(['-v, --version', 'Print the version'])
  return toText([
    'USAGE',
    `  ${prefix.join(' ')} <command> [options]`,
    '',
    ...toParagraphs(docs, columns),
    '',
    'COMMANDS',
    ...formatColumns(commands, columns),
    '',
    'OPTIONS',
    ...formatColumns(options, columns),
  ])
}

const toText = (lines: readonly string[]): string => `${lines.join('\n')}\n`

/** Wraps a description; keeps indented lines, such as examples, so that they can be copied. */
const toParagraphs = ({ brief, fullDescription = brief }: Docs, columns: number): string[] =>
  fullDescription.split('\n').flatMap((line) => (line.startsWith(' ') ? [line] : wrapText(line, columns)))

const toPlaceholder = (name: string): string => `<${name.toLowerCase()}>`

const toArguments = ({ positional }: Parameters): readonly Argument[] =>
  !positional ? [] : positional.kind === 'array' ? [positional.parameter] : positional.parameters

function toUsage(command: Parameters, prefix: readonly string[]): string {
  const required = toFlags(command).filter(([, flag]) => !flag.optional && flag.default === undefined)
  const args = toArguments(command).map(({ placeholder = 'arg', optional }) =>
    optional ? `[${toPlaceholder(placeholder)}]` : toPlaceholder(placeholder),
  )
  const many = command.positional?.kind === 'array' ? '...' : ''
  return [...prefix, '[options]', ...required.map(([name, flag]) => toOption(name, flag)), args.join(' ') + many]
    .join(' ')
    .trim()
}

/** Options of most commands, listed last. */
const COMMON_FLAGS = ['json', 'csv', 'ids', 'context']

const toFlags = ({ flags = {} }: Parameters) =>
  (Object.entries(flags) as [string, Flag][]).toSorted(([a], [b]) => COMMON_FLAGS.indexOf(a) - COMMON_FLAGS.indexOf(b))

function toOptions(command: Parameters): [string, string][] {
  const shorts = Object.entries(command.aliases ?? {})
  return toFlags(command).map(([name, flag]) => {
    const short = shorts.find(([, long]) => long === name)?.[0]
    return [`${short ? `-${short}, ` : '    '}${toOption(name, flag)}`, withValues(flag.brief, flag.values)]
  })
}

function toOption(
  name: string,
  { kind, placeholder = 'value', inferEmpty, variadic, withNegated, default: initial }: Flag,
) {
  const long = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (kind === 'boolean') return withNegated === false || initial === undefined ? `--${long}` : `--[no-]${long}`
  if (inferEmpty) return `--${long}[=${toPlaceholder(placeholder)}]`
  const more = variadic === true ? '...' : variadic ? `${variadic}...` : ''
  return `--${long} ${toPlaceholder(placeholder)}${more}`
}

const withValues = (brief: string, values: readonly string[] = []): string =>
  values.length > 0 ? `${brief}: ${values.join(', ')}` : brief

export const withHelp = (command: Command<Context>, parameters: Parameters, docs: Docs): Command<Context> => ({
  ...command,
  formatHelp: ({ prefix }) => formatCommandHelp(parameters, docs, prefix),
})
