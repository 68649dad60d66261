import { parseArgs } from 'node:util'
import { poolerModes, type PoolerMode } from '../src/db/pooler.ts'

/** What is measured at every size, in this order. */
export const siteGroups = [
  'read',
  'list',
  'overview',
  'search',
  'create',
  'change',
  'people',
  'mixed',
  'webhook',
  'stream',
  'notifications',
] as const
export type SiteGroup = (typeof siteGroups)[number]
/** What is measured once, on databases of its own. */
export const onceGroups = ['start', 'embedded', 'growth'] as const
export const groups = [...siteGroups, ...onceGroups] as const
export type Group = (typeof groups)[number]

export interface Options {
  /** Sizes of the organization, the smallest first. */
  tasks: number[]
  only: Group[]
  /** Of one round of one side. */
  seconds: number
  rounds: number
  /** How many requests are under way at a time, in place of as many as each case says. */
  connections: number | undefined
  /** A PostgreSQL server of this machine to use instead of a throw-away one; its bench_* databases are used again. */
  server: string | undefined
  /** Write down the plans at the largest size, and measure nothing. */
  explain: boolean
  /** A commit whose build is measured beside this one, in place of everything else. */
  compare: string | undefined
  /** A pgbouncer through which the service is measured beside one that connects directly, in place of everything else. */
  pooler: { program: string; mode: PoolerMode } | undefined
  /** How many workers a Citus cluster has on which the service is measured beside one on one server, in place of all else. */
  citus: number | undefined
  /** Whether all of it is measured, so that the results replace those in the repository. */
  whole: boolean
}

const usage = `npm run bench -- [--tasks 10000,100000,1000000] [--only ${groups.join(',')}]
  [--seconds 2] [--rounds 5] [--server postgres://…]
npm run bench -- --compare COMMIT [--tasks 10000] [--only …] [--seconds 2] [--rounds 5] [--server postgres://…]
npm run bench -- --pooler PROGRAM [--pooler-mode ${poolerModes.join('|')}] [--tasks 10000] [--only read,list,create] [--seconds 2] [--rounds 5]
npm run bench -- --citus WORKERS [--tasks 10000] [--only read,list,create] [--seconds 2] [--rounds 5] [--connections 1]
npm run bench -- --explain [--tasks 1000000] [--only list,stream] [--server postgres://…]`
const sizes = '10000,100000,1000000'

const known = {
  tasks: { type: 'string' },
  only: { type: 'string', default: groups.join() },
  seconds: { type: 'string', default: '2' },
  rounds: { type: 'string', default: '5' },
  connections: { type: 'string' },
  server: { type: 'string' },
  explain: { type: 'boolean', default: false },
  compare: { type: 'string' },
  pooler: { type: 'string' },
  'pooler-mode': { type: 'string', default: 'plain' },
  citus: { type: 'string' },
} as const

function parse(args: string[]): Options {
  const { values } = parseArgs({ args, options: known })
  const { pooler: program, 'pooler-mode': asMode } = values
  const mode = poolerModes.find((one) => one === asMode)
  if (!mode) throw new Error(`--pooler-mode takes ${poolerModes.join(' or ')}`)
  // Two builds are compared at one size, and one is measured at all of them.
  const compares = [values.compare, program, values.citus].some((one) => one !== undefined)
  const asked = values.tasks ?? (compares ? '10000' : sizes)
  const tasks = asked.split(',').map(Number)
  const only = values.only.split(',') as Group[]
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  const unknown = only.find((name) => !groups.includes(name))
  if (unknown !== undefined) throw new Error(`--only does not know ${unknown}`)
  if (![...tasks, rounds].every((n) => Number.isInteger(n) && n > 0) || !(seconds > 0))
    throw new Error('--tasks, --seconds and --rounds take numbers')
  if (Math.min(...tasks) < 1000) throw new Error('--tasks: at least 1000')
  const { server, explain, compare } = values
  const citus = values.citus === undefined ? undefined : Number(values.citus)
  if (citus !== undefined && !(Number.isInteger(citus) && citus >= 0 && citus <= 8))
    throw new Error('--citus takes a number of workers, up to 8')
  const connections = values.connections === undefined ? undefined : Number(values.connections)
  if (connections !== undefined && !(Number.isInteger(connections) && connections > 0))
    throw new Error('--connections takes a number')
  const whole = connections === undefined && asked === sizes && only.length === groups.length
  const pooler = program === undefined ? undefined : { program, mode }
  return {
    tasks: tasks.sort((a, b) => a - b),
    only,
    seconds,
    rounds,
    connections,
    server,
    explain,
    compare,
    pooler,
    citus,
    whole,
  }
}

/** Reads the command line; a wrong one ends the process with the usage. */
export function readOptions(args: string[]): Options {
  try {
    return parse(args)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`)
    process.exit(2)
  }
}
