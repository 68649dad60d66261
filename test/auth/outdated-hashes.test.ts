import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { selectDecoyHash } from '../../src/auth/accounts/decoy-hashes.ts'
import { findAccountByEmail, replacePasswordHash } from '../../src/auth/accounts/queries.ts'
import { createKeyring } from '../../src/core/crypto/keyring.ts'
import {
  openSignIn,
  PASSWORD,
  setUpAccount,
  startAccountsApp,
  submitForm,
  submitPassword,
} from '../support/accounts.ts'
import { Browser } from '../support/oauth.ts'

const email = 'ada@example.com'
const salt = Buffer.from('0123456789abcdef')
const scryptHash = ['scrypt', 4, 8, 1, salt.toString('base64url')]
  .concat(scryptSync(PASSWORD, salt, 32, { N: 16, r: 8, p: 1 }).toString('base64url'))
  .join('$')

const app = await startAccountsApp()
await setUpAccount(app, email)
const readHash = async () => (await findAccountByEmail(app.services.database.db, email))!.password_hash!
const storeHash = (hash: string) =>
  app.sql(`UPDATE account_credentials SET secret = $1 WHERE credential_id = 'password'`, [hash])

test('a sign-in replaces the hash of an earlier version, and the password stays the same', async () => {
  await storeHash(scryptHash)
  const wrong = new Browser()
  const flow = await openSignIn(app, wrong)
  const values = { flow, email, password: 'four boats sail' }
  expect((await submitForm(app, wrong, `${app.url}/id/sign-in`, values)).status).toBe(422)
  expect(await readHash()).toBe(scryptHash)
  const pages = [await submitPassword(app, new Browser(), email)]
  expect(await readHash()).toMatch(/^\$argon2id\$/)
  pages.push(await submitPassword(app, new Browser(), email))
  expect(pages.map((page) => page.url.pathname)).toEqual(['/', '/'])
})

test('a hash is not replaced if the password has changed since it was read', async () => {
  await storeHash(scryptHash)
  const account = await findAccountByEmail(app.services.database.db, email)
  await storeHash('hash of another password')
  await replacePasswordHash(app.services.database.db, account!, 'new hash of the former password')
  expect(await readHash()).toBe('hash of another password')
})

test('addresses without a password take as long as one with a hash of this or an earlier version', async () => {
  const { services } = app
  const addresses = Array.from({ length: 64 }, (_, n) => `unknown-${n}@example.com`)
  const select = (used: Parameters<typeof selectDecoyHash>[0] = services) =>
    Promise.all(addresses.map(async (one) => (await selectDecoyHash(used, one)).split('$')[0] || 'argon2id'))
  await storeHash(scryptHash)
  app.clock.advance(2 * 60_000)
  const mixed = await select()
  expect(new Set(mixed)).toEqual(new Set(['argon2id', 'scrypt']))
  expect(await select()).toEqual(mixed)
  const keyring = createKeyring([{ version: 1, key: Buffer.alloc(32, 7) }])
  expect(await select({ ...services, keyring })).not.toEqual(mixed)
  await storeHash('$argon2id$')
  app.clock.advance(2 * 60_000)
  expect(new Set(await select())).toEqual(new Set(['argon2id']))
})
