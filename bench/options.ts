import { parseArgs } from 'node:util'

export const groups = ['read', 'list', 'overview', 'search', 'create', 'webhook'] as const
export type Group = (typeof groups)[number]

export interface Options {
  /** Sizes of the organization, the smallest first. */
  tasks: number[]
  only: Group[]
  /** Of one round of one side. */
  seconds: number
  rounds: number
  /** A PostgreSQL server of this machine to use instead of a throw-away one; its bench_* databases are used again. */
  server: string | undefined
  /** Write down the plans at the largest size, and measure nothing. */
  explain: boolean
  /** Whether all of it is measured, so that the results replace those in the repository. */
  whole: boolean
}

const usage = `npm run bench -- [--tasks 10000,100000,1000000] [--only ${groups.join(',')}]
  [--seconds 5] [--rounds 3] [--server postgres://…]
npm run bench -- --explain [--tasks 1000000] [--server postgres://…]`
const sizes = '10000,100000,1000000'

/** Reads the command line; a wrong one ends the process with the usage. */
export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        tasks: { type: 'string', default: sizes },
        only: { type: 'string', default: groups.join() },
        seconds: { type: 'string', default: '5' },
        rounds: { type: 'string', default: '3' },
        server: { type: 'string' },
        explain: { type: 'boolean', default: false },
      },
    })
    const tasks = values.tasks.split(',').map(Number)
    const only = values.only.split(',') as Group[]
    const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
    const unknown = only.find((name) => !groups.includes(name))
    if (unknown !== undefined) throw new Error(`--only does not know ${unknown}`)
    if (![...tasks, rounds].every((n) => Number.isInteger(n) && n > 0) || !(seconds > 0))
      throw new Error('--tasks, --seconds and --rounds take numbers')
    if (Math.min(...tasks) < 1000) throw new Error('--tasks: at least 1000')
    const { server, explain } = values
    const whole = values.tasks === sizes && only.length === groups.length
    return { tasks: tasks.sort((a, b) => a - b), only, seconds, rounds, server, explain, whole }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`)
    process.exit(2)
  }
}
