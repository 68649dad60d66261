import type { ClientBase } from 'pg'
import { hashPassword } from '../../src/auth/accounts/passwords.ts'
import { newUuid } from '../../src/core/ids.ts'
import { members } from '../data/organization.ts'

export interface Account {
  email: string
  password: string
}

const PASSWORD = 'a benchmark signs in'
const accountSql = `
  insert into accounts (account_id, user_id, email, email_key, email_verified, created_at, updated_at)
  values ($1, $2, $3, $3, true, now(), now())`
const passwordSql = `
  insert into account_credentials
    (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
  values ($1, 'password', 'password', $2, now(), now(), now())`

/** Creates an account for each user of the loaded organization; one hash is enough, since each sign-in computes its own. */
export async function createAccounts(client: ClientBase): Promise<Account[]> {
  const hash = await hashPassword(PASSWORD)
  const accounts: Account[] = []
  for (const { user_id, username } of members) {
    const [id, email] = [newUuid(Date.now()), `${username}@bench.example`]
    await client.query(accountSql, [id, user_id, email])
    await client.query(passwordSql, [id, hash])
    accounts.push({ email, password: PASSWORD })
  }
  return accounts
}
