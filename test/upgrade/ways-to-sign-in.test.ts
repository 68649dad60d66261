import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../src/db/database.ts'
import { applyMigrations } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { query } from '../support/sql-text.ts'

/** The migration that created the tables of accounts, in version 0.1.0. */
const FIRST = '20261126T1000_accounts.sql'
const migrations = join(import.meta.dirname, '../../migrations')

let dir: string
let database: Database
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'svc-ways-'))
  database = await openDatabase({ memory: true, dataDir: '' })
})
afterAll(async () => {
  await database.close()
  rmSync(dir, { recursive: true })
})

/** Users with one way to sign in each: a password, a passkey, an identity of a provider, and a connected one. */
const people = ['password', 'passkey', 'provider', 'connected']
const toId = (at: number) => `00000000-0000-4000-8000-00000000000${at}`

const fill = people.map((way, at) => {
  const issuer = way === 'provider' ? 'https://id.example.com' : 'svc:accounts'
  const user = `insert into users (user_id, issuer, subject, username, username_key, email_verified, created_at, updated_at)
    values ('${toId(at)}', '${issuer}', '${way}', '${way}', '${way}', true, now(), now())`
  const account = `insert into accounts (account_id, user_id, email, email_key, email_verified, created_at, updated_at)
    values ('${toId(at)}', '${toId(at)}', '${way}@example.com', '${way}@example.com', true, now(), now())`
  const credential = `insert into account_credentials (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
    values ('${toId(at)}', '${way === 'password' ? 'password' : 'id-of-a-passkey'}', '${way}', 'x', now(), now(), now())`
  const identity = `insert into identities (issuer, subject, user_id, created_at)
    values ('https://id.example.com', 'subject', '${toId(at)}', now())`
  if (way === 'provider') return [user]
  return [user, account, way === 'connected' ? identity : credential]
})

const readWays = () =>
  query(
    database.db,
    `select u.user_id, u.issuer, u.subject, a.email_key, a.disabled_at, c.credential_id, c.kind, c.secret, c.confirmed_at,
       i.issuer as connected_issuer, i.subject as connected_subject
     from users u left join accounts a on a.user_id = u.user_id left join identities i on i.user_id = u.user_id
       left join account_credentials c on c.account_id = a.account_id order by u.user_id`,
  )

test('no migration since the first version with accounts removes the only way to sign in of a user', async () => {
  for (const name of readdirSync(migrations).filter((one) => one <= FIRST))
    cpSync(join(migrations, name), join(dir, name))
  cpSync(join(migrations, 'distribution.json'), join(dir, 'distribution.json'))
  await applyMigrations(database, dir)
  for (const statement of fill.flat()) await query(database.db, statement)
  const before = await readWays()
  expect(before).toHaveLength(people.length)
  await applyMigrations(database)
  expect(await readWays()).toEqual(before)
})
