import { scryptSync } from 'node:crypto'
import { computeIdentityId } from '../../../src/auth/accounts/identities.ts'
import { encryptTotpSecret } from '../../../src/auth/accounts/second-factor.ts'
import type { Calls } from '../call.ts'
import { buildUniqueName, type Fixture } from '../fixtures.ts'

const PASSWORD = 'four boats sail'
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Hash with a low cost, so that calls are fast. */
const passwordHash = `scrypt$4$8$1$${Buffer.from('salt').toString('base64url')}$${scryptSync(PASSWORD, 'salt', 32, { N: 16, r: 8, p: 1 }).toString('base64url')}`

type Credential = [id: string, kind: string, secret: string, confirmed: boolean]

/** Gives the owner of the organization an account with these credentials only. */
async function resetAccount(fixture: Fixture, credentials: Credential[]): Promise<void> {
  const { userId, username } = fixture.owner
  await fixture.app.sql(
    `INSERT INTO accounts (account_id, user_id, email, email_key, email_verified, created_at, updated_at)
     VALUES ($1, $1, $2, $2, true, now(), now()) ON CONFLICT DO NOTHING`,
    [userId, `${username}@accounts.invalid`],
  )
  await fixture.app.sql(`DELETE FROM account_credentials WHERE account_id = $1`, [userId])
  for (const [id, kind, secret, confirmed] of credentials)
    await fixture.app.sql(
      `INSERT INTO account_credentials (account_id, credential_id, kind, secret, confirmed_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END, now(), now())`,
      [userId, id, kind, secret, confirmed],
    )
}

const password: Credential = ['password', 'password', passwordHash, true]
const buildTotpCredential = (fixture: Fixture): Credential => {
  const secret = encryptTotpSecret(fixture.app.services.keyring, fixture.owner.userId, SECRET)
  return ['totp', 'totp', secret, true]
}

const createPasskey = async (fixture: Fixture) => {
  const id = buildUniqueName('passkey-credential')
  await resetAccount(fixture, [password, [id, 'passkey', 'public', true]])
  await fixture.app.sql(`UPDATE account_credentials SET name = 'Key', counter = 0 WHERE credential_id = $1`, [id])
  return { params: { passkey_id: id } }
}

export const calls: Calls = {
  'account.disconnect_identity': {
    async prepare(fixture) {
      await resetAccount(fixture, [password])
      const identity = { issuer: 'https://id.example.com', subject: buildUniqueName('subject') }
      await fixture.app.sql(
        'INSERT INTO identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, now())',
        [identity.issuer, identity.subject, fixture.owner.userId],
      )
      return { params: { identity_id: computeIdentityId(identity) } }
    },
    subject: 'account.read',
  },
  'account.list_passkeys': {
    async prepare(fixture) {
      await createPasskey(fixture)
      return {}
    },
    async createAnotherRow(fixture) {
      await fixture.app.sql(
        `INSERT INTO account_credentials (account_id, credential_id, kind, secret, name, counter, confirmed_at, created_at,
           updated_at) VALUES ($1, $2, 'passkey', 'public', 'Key', 0, now(), now(), now())`,
        [fixture.owner.userId, buildUniqueName('passkey-credential')],
      )
    },
  },
  'account.add_passkey': {
    async prepare(fixture) {
      await resetAccount(fixture, [password])
      return { body: {} }
    },
    subject: 'account.read',
    mayEmitNothing: true,
  },
  'account.read_passkey': { prepare: createPasskey },
  'account.update_passkey': {
    prepare: async (fixture) => ({ ...(await createPasskey(fixture)), body: { name: buildUniqueName('Laptop') } }),
    subject: 'account.read_passkey',
    mayEmitNothing: true,
  },
  'account.delete_passkey': { prepare: createPasskey, subject: 'account.read_passkey' },
  'account.read': {
    async prepare(fixture) {
      await resetAccount(fixture, [password])
      return {}
    },
  },
  'account.update': {
    async prepare(fixture) {
      await resetAccount(fixture, [password])
      return { body: { name: buildUniqueName('Ada') } }
    },
    subject: 'account.read',
    mayEmitNothing: true,
  },
  'account.set_password': {
    async prepare(fixture) {
      await resetAccount(fixture, [password])
      return { body: { current_password: PASSWORD, new_password: buildUniqueName('three ropes and a crane') } }
    },
    subject: 'account.read',
  },
  'account.remove_password': {
    async prepare(fixture) {
      await resetAccount(fixture, [password, [buildUniqueName('key'), 'passkey', 'public', true]])
      return {}
    },
    subject: 'account.read',
  },
  'account.set_up_totp': {
    async prepare(fixture) {
      await resetAccount(fixture, [password])
      return { body: {} }
    },
    subject: 'account.read',
    mayEmitNothing: true,
  },
  'account.remove_totp': {
    async prepare(fixture) {
      await resetAccount(fixture, [password, buildTotpCredential(fixture)])
      return {}
    },
    subject: 'account.read',
  },
}
