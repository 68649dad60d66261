import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { getPoolerMode, type PoolerMode } from './pooler.ts'

/** Setting that every session needs, in the units of `pg_settings`; behind a pooler it is set on the role. */
interface Setting {
  name: string
  value: string
  isValid: (value: string) => boolean
}

/** Client timeout of a response. A statement that runs longer could write after the client gave up. */
const RESPONSE_TIMEOUT_MS = 15_000
const isBetween = (min: number, max: number) => (value: string) => Number(value) >= min && Number(value) <= max

const CORRECTNESS_SETTINGS: Setting[] = [
  {
    name: 'TimeZone',
    value: `'UTC'`,
    isValid: (value) => /^(Etc\/)?(UTC|GMT|UCT|Zulu|Universal)$/i.test(value),
  },
  { name: 'DateStyle', value: `'ISO'`, isValid: (value) => /^ISO\b/i.test(value) },
  { name: 'extra_float_digits', value: '1', isValid: (value) => Number(value) >= 1 },
]

/** Settings required so that no statement completes after a 503 response. */
const TIMEOUT_SETTINGS: Setting[] = [
  { name: 'statement_timeout', value: `'5s'`, isValid: isBetween(1, RESPONSE_TIMEOUT_MS) },
  { name: 'idle_in_transaction_session_timeout', value: `'30s'`, isValid: isBetween(1, 600_000) },
]

const PERFORMANCE_SETTINGS: Setting[] = [
  { name: 'jit', value: 'off', isValid: (value) => value === 'off' },
  { name: 'max_parallel_workers_per_gather', value: '0', isValid: (value) => value === '0' },
  { name: 'work_mem', value: `'16MB'`, isValid: (value) => Number(value) >= 16_384 },
]

const REQUIRED_SETTINGS = [...CORRECTNESS_SETTINGS, ...TIMEOUT_SETTINGS]

/** Settings of Citus workers, to which no client sends its own. */
export const workerSettings: readonly Pick<Setting, 'name' | 'value'>[] = [
  ...CORRECTNESS_SETTINGS,
  ...PERFORMANCE_SETTINGS,
]

export interface ConnectionRoute {
  /** True behind a pooler: the server process is not the one connected to. */
  pooled: boolean
  pooler: PoolerMode | undefined
  /** True if the pooler renames prepared statements; undefined if not tested. */
  renamesStatements: boolean | undefined
  missingSettings: string[]
  slowSettings: string[]
}

export async function inspectRoute(client: ClientBase, { tryNames = false } = {}): Promise<ConnectionRoute> {
  const pooler = getPoolerMode(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pooled = rows[0]!.pid !== (client as ClientBase & { processID?: number }).processID
  return {
    pooled,
    pooler,
    renamesStatements: tryNames || pooler === 'named' ? await testRenaming(client) : undefined,
    ...(pooler ? await findMissingSettings(client) : { missingSettings: [], slowSettings: [] }),
  }
}

async function findMissingSettings(
  client: ClientBase,
): Promise<Pick<ConnectionRoute, 'missingSettings' | 'slowSettings'>> {
  const { rows } = await client.query<{ name: string; setting: string; alter: string }>(
    `select name, setting,
      format('ALTER ROLE %I IN DATABASE %I SET %s = ', current_user, current_database(), name) as alter
    from pg_settings where name = any($1)`,
    [[...REQUIRED_SETTINGS, ...PERFORMANCE_SETTINGS].map(({ name }) => name)],
  )
  const listMissing = (settings: Setting[]) =>
    settings.flatMap(({ name, value, isValid }) => {
      const found = rows.find((row) => row.name === name)
      return found && !isValid(found.setting) ? [`${found.alter}${value}`] : []
    })
  return { missingSettings: listMissing(REQUIRED_SETTINGS), slowSettings: listMissing(PERFORMANCE_SETTINGS) }
}

/** Returns whether the pooler renames prepared statements; otherwise clients would mix up equal names. */
async function testRenaming(client: ClientBase): Promise<boolean> {
  const name = `probe_${randomBytes(6).toString('hex')}`
  await client.query('begin')
  try {
    const text = `select name from pg_prepared_statements where statement like '%${name}%'`
    const { rows } = await client.query<{ name: string }>({ name, text })
    const isRenamed = rows.length > 0 && !rows.some((row) => row.name === name)
    if (!isRenamed && rows.length > 0) await client.query(`deallocate ${name}`)
    return isRenamed
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

export function requireUsableRoute({ pooled, pooler, renamesStatements, missingSettings }: ConnectionRoute): void {
  if (pooler === 'named' && pooled && !renamesStatements)
    throw new Error(
      'DATABASE_POOLER is "named", but the pooler does not rename prepared statements: use pgbouncer 1.21 ' +
        'or later with max_prepared_statements, or set it to "plain"',
    )
  if (missingSettings.length > 0)
    throw new Error(
      `DATABASE_POOLER is set, but the role lacks settings on this server connection. Run: ${joinStatements(missingSettings)} ` +
        'and then RECONNECT in the console of pgbouncer',
    )
}

export function describeRouteWarning({ pooled, pooler, slowSettings }: ConnectionRoute): string | undefined {
  if (pooled && !pooler)
    return (
      'DATABASE_URL is that of a pooler and DATABASE_POOLER is not set, which works only if each client has its own ' +
      'server connection: else set DATABASE_POOLER'
    )
  return slowSettings.length > 0 ? `statements are faster with: ${joinStatements(slowSettings)}` : undefined
}

const joinStatements = (statements: string[]) => statements.map((statement) => `${statement};`).join(' ')

export const explainConnectionError = (error: unknown): unknown =>
  error instanceof Error && error.message.includes('unsupported startup parameter')
    ? new Error(
        `DATABASE_URL is that of a pooler (${error.message.replace(/^.*: (?=unsupported)/, '')}): set DATABASE_POOLER, ` +
          'see docs/databases.md',
        { cause: error },
      )
    : error
