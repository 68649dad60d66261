import type { Config } from '../core/config/config.ts'
import type { Context } from '../core/context.ts'
import { normalizeEmail } from '../core/email-address.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** An operator of the server with their verified email address, if they have one. */
export interface Operator {
  email: string | null
}

interface AccountFacts {
  is_first: boolean
  /** Verified address of the user's account. */
  email: string | null
}

/** Ids of accounts begin with the time of creation, so that the first one is found by the primary key. */
const findAccountFacts = async (db: Db, userId: string): Promise<AccountFacts> =>
  (await db.queryRow(sql<AccountFacts>`
    select coalesce((select a.user_id = ${userId} from accounts a order by a.account_id limit 1), false)
        as is_first,
      (select a.email from accounts a where a.user_id = ${userId} and a.email_verified and a.disabled_at is null) as email`))!

type OperatorSettings = Pick<Config, 'operators' | 'accounts'>

const isListed = ({ operators }: OperatorSettings, email: string | null): boolean =>
  email !== null && operators !== undefined && operators.includes(normalizeEmail(email) ?? '')

/** Returns the caller as an operator: a user with an address of `OPERATORS`, by default the user of the first account. */
export async function findOperator(ctx: Context): Promise<Operator | undefined> {
  const { config } = ctx.services
  const { user, caller } = ctx
  if (caller.token || user.kind !== 'user') return undefined
  const ownEmail = user.email_verified ? user.email : null
  if (isListed(config, ownEmail)) return { email: ownEmail }
  // The first account is one of the setup link only if every user has an account.
  if (config.accounts.mode === 'off' || (!config.operators && config.accounts.mode !== 'on')) return undefined
  const account = await findAccountFacts(ctx.db, user.user_id)
  if (config.operators) return isListed(config, account.email) ? { email: account.email } : undefined
  return account.is_first ? { email: ownEmail ?? account.email } : undefined
}
