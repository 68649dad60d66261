import { parseArgs } from 'node:util'
import { poolerModes, type PoolerMode } from '../src/db/pooler.ts'

export const GROUPS = [
  'read',
  'list',
  'overview',
  'search',
  'create',
  'change',
  'users',
  'mixed',
  'webhook',
  'fields',
  'claims',
  'start',
  'embedded',
] as const
export type Group = (typeof GROUPS)[number]
/** Measured only when named: thirty values of each task take minutes to load at a million tasks. */
const OPTIONAL_GROUPS: readonly Group[] = ['fields', 'claims']
const DEFAULT_GROUPS = GROUPS.filter((name) => !OPTIONAL_GROUPS.includes(name))

/** The second side of a comparison. */
export type Comparison =
  | { type: 'commit'; commit: string }
  | { type: 'pgbouncer'; program: string; mode: PoolerMode }
  | { type: 'citus'; workers: number }

export interface Options {
  /** Sizes of the organization, smallest first. */
  tasks: number[]
  only: Group[]
  /** Duration of a round. */
  seconds: number
  rounds: number
  connections: number | undefined
  /** A PostgreSQL server on this machine to use instead of a temporary one. */
  server: string | undefined
  comparison: Comparison | undefined
  /** Set when everything is measured: the results replace bench/results.md. */
  isComplete: boolean
}

const usage = `npm run bench -- [--tasks 10000,100000,1000000] [--only ${GROUPS.join(',')}]
  [--seconds 2] [--rounds 5] [--connections N] [--server postgres://…]
npm run bench -- --compare COMMIT [--tasks 10000] [--only …] [--seconds 2] [--rounds 5] …
npm run bench -- --pooler PROGRAM [--pooler-mode ${poolerModes.join('|')}] [--only read,list,create] …
npm run bench -- --citus WORKERS [--only read,list,create] …`
const DEFAULT_SIZES = '10000,100000,1000000'
const DEFAULT_COMPARED_SIZE = '10000'

const options = {
  tasks: { type: 'string' },
  only: { type: 'string', default: DEFAULT_GROUPS.join() },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '5' },
  connections: { type: 'string' },
  server: { type: 'string' },
  compare: { type: 'string' },
  pooler: { type: 'string' },
  'pooler-mode': { type: 'string', default: 'plain' },
  citus: { type: 'string' },
} as const

function parseInteger(name: string, value: string, min = 1): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < min) throw new Error(`--${name} must be an integer from ${min}`)
  return number
}

interface ComparisonFlags {
  compare?: string | undefined
  pooler?: string | undefined
  'pooler-mode': string
  citus?: string | undefined
}

function parseComparison({ compare, pooler, citus, ...flags }: ComparisonFlags): Comparison | undefined {
  if (compare !== undefined) return { type: 'commit', commit: compare }
  if (citus !== undefined) return { type: 'citus', workers: parseInteger('citus', citus, 0) }
  if (pooler === undefined) return undefined
  const mode = poolerModes.find((name) => name === flags['pooler-mode'])
  if (!mode) throw new Error(`--pooler-mode must be ${poolerModes.join(' or ')}`)
  return { type: 'pgbouncer', program: pooler, mode }
}

function parse(args: string[]): Options {
  const { values } = parseArgs({ args, options })
  const comparison = parseComparison(values)
  const sizes = values.tasks ?? (comparison ? DEFAULT_COMPARED_SIZE : DEFAULT_SIZES)
  const only = values.only.split(',') as Group[]
  const unknown = only.find((name) => !GROUPS.includes(name))
  if (unknown !== undefined) throw new Error(`--only: unknown group ${unknown}`)
  const seconds = Number(values.seconds)
  if (!(seconds > 0)) throw new Error('--seconds must be a positive number')
  const { connections, server } = values
  return {
    tasks: sizes
      .split(',')
      .map((size) => parseInteger('tasks', size, 1000))
      .sort((a, b) => a - b),
    only,
    seconds,
    rounds: parseInteger('rounds', values.rounds),
    connections: connections === undefined ? undefined : parseInteger('connections', connections),
    server,
    comparison,
    isComplete: connections === undefined && sizes === DEFAULT_SIZES && only.join() === DEFAULT_GROUPS.join(),
  }
}

/** Exits with the usage on invalid arguments. */
export function readOptions(args: string[]): Options {
  try {
    return parse(args)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`)
    process.exit(2)
  }
}
