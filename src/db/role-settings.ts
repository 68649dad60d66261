import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { poolerOf, type Pooler } from './pooler.ts'

/**
 * A setting that every session has to have, told as `pg_settings` tells it (times in milliseconds, memory in kB). A client
 * of a server sends them when it connects. Behind a pooler they belong to the role, which is what this looks after.
 */
interface Setting {
  name: string
  /** What to set it to, as SQL. */
  value: string
  fits: (value: string) => boolean
}

/** Milliseconds after which a client stops waiting for an answer: a statement that goes on is written behind its back. */
const longest = 15_000
const between = (least: number, most: number) => (value: string) =>
  Number(value) >= least && Number(value) <= most

/** Without these answers are wrong. */
const answers: Setting[] = [
  {
    name: 'TimeZone',
    value: `'UTC'`,
    fits: (value) => /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal)$/i.test(value),
  },
  { name: 'DateStyle', value: `'ISO'`, fits: (value) => /^ISO\b/i.test(value) },
  { name: 'extra_float_digits', value: '1', fits: (value) => Number(value) >= 1 },
]

/** Without these what was answered with 503 is done all the same. */
const limits: Setting[] = [
  { name: 'statement_timeout', value: `'5s'`, fits: between(1, longest) },
  { name: 'idle_in_transaction_session_timeout', value: `'30s'`, fits: between(1, 600_000) },
]

/** These only make statements faster. */
const faster: Setting[] = [
  { name: 'jit', value: 'off', fits: (value) => value === 'off' },
  { name: 'max_parallel_workers_per_gather', value: '0', fits: (value) => value === '0' },
  { name: 'work_mem', value: `'16MB'`, fits: (value) => Number(value) >= 16_384 },
]

const needed = [...answers, ...limits]

/** What every server has to have set that carries out statements for another, to which no client sends its settings. */
export const ofCarriedOut: readonly Pick<Setting, 'name' | 'value'>[] = [...answers, ...faster]

/** What a connection leads to, as it shows there. */
export interface Way {
  /** Whether somebody stands between: the server's process is not the one that was connected to. */
  pooled: boolean
  pooler: Pooler | undefined
  /** Whether a named statement is carried on under a name of the pooler's own; undefined where it was not tried. */
  carriesNames: boolean | undefined
  /** The statements, in SQL, that give the role what it lacks and has to have. */
  missing: string[]
  /** The same for what only makes statements faster. */
  slow: string[]
}

/**
 * Looks at where a connection leads. `tryNames`: whether to send a named statement, which is done in any case where the
 * settings say that they are carried.
 */
export async function lookAtWay(client: ClientBase, { tryNames = false } = {}): Promise<Way> {
  const pooler = poolerOf(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pooled = rows[0]!.pid !== (client as ClientBase & { processID?: number }).processID
  return {
    pooled,
    pooler,
    carriesNames: tryNames || pooler === 'named' ? await carriesNames(client) : undefined,
    ...(pooler ? await lackingIn(client) : { missing: [], slow: [] }),
  }
}

async function lackingIn(client: ClientBase): Promise<Pick<Way, 'missing' | 'slow'>> {
  const { rows } = await client.query<{ name: string; setting: string; alter: string }>(
    `select name, setting,
      format('ALTER ROLE %I IN DATABASE %I SET %s = ', current_user, current_database(), name) as alter
    from pg_settings where name = any($1)`,
    [[...needed, ...faster].map(({ name }) => name)],
  )
  const lacking = (settings: Setting[]) =>
    settings.flatMap(({ name, value, fits }) => {
      const found = rows.find((row) => row.name === name)
      return found && !fits(found.setting) ? [`${found.alter}${value}`] : []
    })
  return { missing: lacking(needed), slow: lacking(faster) }
}

/**
 * Whether a named statement arrives under another name. A pooler that carries such statements has to rename them, since
 * many clients use the same names on one connection; one that passes them on as they are mixes them up.
 */
async function carriesNames(client: ClientBase): Promise<boolean> {
  const name = `probe_${randomBytes(6).toString('hex')}`
  await client.query('begin')
  try {
    const text = `select name from pg_prepared_statements where statement like '%${name}%'`
    const { rows } = await client.query<{ name: string }>({ name, text })
    const carried = rows.length > 0 && !rows.some((row) => row.name === name)
    if (!carried && rows.length > 0) await client.query(`deallocate ${name}`)
    return carried
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/** Throws, in one line, where statements on such a connection would go wrong. */
export function requireWay({ pooled, pooler, carriesNames, missing }: Way): void {
  if (pooler === 'named' && pooled && !carriesNames)
    throw new Error(
      'DATABASE_POOLER is "named", but the pooler passes names of statements on as they are: it takes pgbouncer 1.21 ' +
        'or later with max_prepared_statements, else set it to "plain"',
    )
  if (missing.length > 0)
    throw new Error(
      `DATABASE_POOLER is set, but the role lacks settings, on this server connection at least. Run: ${inOneLine(missing)} ` +
        'and then RECONNECT in the console of pgbouncer',
    )
}

/** What is worth a word though all goes right; undefined when nothing is. */
export function wordsOnWay({ pooled, pooler, slow }: Way): string | undefined {
  if (pooled && !pooler)
    return (
      'DATABASE_URL leads to a pooler, and DATABASE_POOLER is not set: that is right only where each client keeps a ' +
      'server connection of its own'
    )
  return slow.length > 0 ? `statements are faster with: ${inOneLine(slow)}` : undefined
}

const inOneLine = (statements: string[]) => statements.map((statement) => `${statement};`).join(' ')

/** The same error, or, where a pooler refused what is sent when one connects, one that says what to set. */
export const explained = (error: unknown): unknown =>
  error instanceof Error && error.message.includes('unsupported startup parameter')
    ? new Error(
        `DATABASE_URL leads to a pooler (${error.message.replace(/^.*: (?=unsupported)/, '')}): set DATABASE_POOLER, ` +
          'see docs/databases.md',
        { cause: error },
      )
    : error
