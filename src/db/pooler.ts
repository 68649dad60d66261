import type { ClientBase } from 'pg'

/** Modes: `named` carries prepared statements between server connections, `plain` does not. */
export const poolerModes = ['named', 'plain'] as const
export type PoolerMode = (typeof poolerModes)[number]

export const getPoolerMode = (client: ClientBase): PoolerMode | undefined =>
  (client as ClientBase & { pooler?: PoolerMode }).pooler

/** Lifts timeouts for the current transaction: behind a pooler they are set on the role. */
export const liftTimeoutsSql = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

export async function withoutTimeouts<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; ${liftTimeoutsSql}`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
