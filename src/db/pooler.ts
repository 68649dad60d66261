import type { ClientBase } from 'pg'

/**
 * Modes of a pooler that assigns server connections per transaction: `named` carries prepared statements
 * between server connections, `plain` does not.
 */
export const poolers = ['named', 'plain'] as const
export type Pooler = (typeof poolers)[number]

/** Returns the pooling mode of a connection; undefined without a pooler. */
export const poolerOf = (client: ClientBase): Pooler | undefined =>
  (client as ClientBase & { pooler?: Pooler }).pooler

/** Lifts timeouts for the current transaction: behind a pooler they are set on the role. */
export const unlimited = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** Runs long `work` in one transaction without timeouts. */
export async function withoutLimit<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query(`begin; ${unlimited}`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
