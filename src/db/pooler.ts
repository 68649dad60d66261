import type { ClientBase } from 'pg'

/**
 * What gives a server connection to somebody else after each transaction: `named` one that carries named statements from
 * one server connection to the next, `plain` one that does not.
 */
export const poolers = ['named', 'plain'] as const
export type Pooler = (typeof poolers)[number]

/** What a connection leads through; undefined where it leads to the server itself. */
export const poolerOf = (client: ClientBase): Pooler | undefined =>
  (client as ClientBase & { pooler?: Pooler }).pooler

/**
 * Ends what limits the time of statements, for the transaction at hand: behind a pooler the limits belong to the role, and
 * hold on every connection.
 */
export const unlimited = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** Runs `work`, which takes longer than a statement may, in one transaction. */
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
