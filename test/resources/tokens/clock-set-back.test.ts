import { afterEach, describe, expect, test } from 'vitest'
import { startApp } from '../../support/app.ts'
import { expectStatus, type Client, type Reply } from '../../support/client.ts'
import {
  insertConnection,
  insertMembership,
  createOrganization,
  insertServiceAccount,
  createTokenClient,
} from '../../support/factories.ts'
import { postForm, registerApp } from '../../support/oauth.ts'
import { readCurrentSession, signIn } from '../../support/sign-in.ts'

const app = await startApp({ env: { RATE_LIMIT_ADDRESS: '0' } })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const second = 1000
const hour = 3_600 * second

let setBack = 0
const setClockBack = () => {
  app.clock.set(-hour)
  setBack += hour
}
afterEach(() => {
  app.clock.set(setBack)
  setBack = 0
})

let people = 0
async function createMember(): Promise<Client> {
  const person = await app.signIn(`person-${++people}`)
  await insertMembership(person, org_id, 'member')
  return person
}

/** A way in which a credential ends, and the clients that used it. */
interface EndedToken {
  end: () => Promise<Reply>
  users: Client[]
}

async function endOwnToken(by?: Client): Promise<EndedToken & { path: string }> {
  const person = await createMember()
  const user = await createTokenClient(person, org_id)
  const { auth } = expectStatus(await user.get('/v1/me'), 200)
  const path = `/v1/tokens/${auth.token_id}`
  return { path, users: [user], end: () => (by ?? person).delete(path) }
}

async function endConnectedApp(end: (person: Client, ids: Record<string, string>) => Promise<Reply>) {
  const person = await createMember()
  const { client_id } = await registerApp(ada, org_id)
  const { grant_id, token_id, app: user } = await insertConnection(person, org_id, client_id)
  return { users: [user], end: () => end(person, { client_id, grant_id, token_id }) }
}

const endings: Record<string, () => Promise<EndedToken>> = {
  'a token that its owner revokes': () => endOwnToken(),
  'a token that an admin revokes': () => endOwnToken(ada),
  'a rotated token that is revoked within the grace': async () => {
    const created = await endOwnToken(ada)
    const [user] = created.users
    expectStatus(await user!.post(`${created.path}/rotate`), 200)
    return created
  },
  'the token of an app that is revoked': () =>
    endConnectedApp((person, { token_id }) => person.delete(`/v1/tokens/${token_id}`)),
  'the token of an app that its person disconnects': () =>
    endConnectedApp((person, { grant_id }) => person.delete(`/v1/me/connected-apps/${grant_id}`)),
  'the token of an app that is revoked everywhere': () =>
    endConnectedApp((_, { client_id }) => ada.delete(`/v1/oauth/clients/${client_id}`)),
  'the token of an app whose organization is deleted': async () => {
    const person = await createMember()
    const other = await createOrganization(ada, { name: 'Lock Works' })
    const { client_id } = await registerApp(ada, other.org_id)
    const { app: user } = await insertConnection(person, org_id, client_id)
    return { users: [user], end: () => ada.delete(`/v1/organizations/${other.org_id}`) }
  },
  'the tokens of a removed user': async () => {
    const person = await createMember()
    const { client_id } = await registerApp(ada, org_id)
    const { app: user } = await insertConnection(person, org_id, client_id)
    const users = [user, await createTokenClient(person, org_id)]
    return { users, end: () => ada.delete(`/v1/organization-members/${person.userId}/${org_id}`) }
  },
  'the tokens of a deactivated user': async () => {
    const person = await createMember()
    const users = [await createTokenClient(person, org_id)]
    const body = { is_active: false }
    return { users, end: () => ada.patch(`/v1/organization-members/${person.userId}/${org_id}`, { body }) }
  },
  'the token of a service account that is deactivated': async () => {
    const account = await insertServiceAccount(app, org_id)
    const users = [await createTokenClient(account, org_id, { grant_type: 'service_account' })]
    return { users, end: () => ada.delete(`/v1/organizations/${org_id}/service-accounts/${account.userId}`) }
  },
  'a sign-in that its person ends': async () => {
    const page = await signIn(app, `person-${++people}`)
    const { session_id } = await readCurrentSession(page)
    const person = await app.signIn(`person-${people}`)
    return { users: [page], end: () => person.delete(`/v1/me/sessions/${session_id}`) }
  },
}

/** Lists credentials with an end after now that was set by something other than a rotation. */
const listLateEnds = () =>
  app.sql(
    `SELECT token_id AS id FROM access_tokens WHERE revoked_at > $1 AND revoke_reason <> 'rotated'
     UNION ALL SELECT grant_id FROM oauth_grants WHERE revoked_at > $1
     UNION ALL SELECT client_id FROM oauth_clients WHERE revoked_at > $1 ORDER BY id`,
    [new Date(app.clock.now()).toISOString()],
  )
const listStatuses = (users: Client[]) => Promise.all(users.map(async (user) => (await user.get('/v1/me')).status))

describe.each(Object.entries(endings))('%s', (_, prepare) => {
  test('is rejected immediately, although the clock was set back an hour before', async () => {
    const { end, users } = await prepare()
    expect(await listStatuses(users)).toEqual(users.map(() => 200))
    setClockBack()
    const before = await listLateEnds()
    expectStatus(await end(), 200)
    expect(await listStatuses(users)).toEqual(users.map(() => 401))
    expect(await listLateEnds()).toEqual(before)
  })

  test('stays rejected when the clock is set back an hour afterwards', async () => {
    const { end, users } = await prepare()
    expectStatus(await end(), 200)
    setClockBack()
    expect(await listStatuses(users)).toEqual(users.map(() => 401))
  })
})

test('a rotated token stays valid for 60 seconds of a clock that was set back', async () => {
  const { path, users } = await endOwnToken()
  setClockBack()
  expectStatus(await users[0]!.post(`${path}/rotate`), 200)
  app.clock.advance(50 * second)
  expect(await listStatuses(users)).toEqual([200])
  app.clock.advance(20 * second)
  expect(await listStatuses(users)).toEqual([401])
})

test('the previous secret of an app stays valid for 24 hours of a clock that was set back', async () => {
  const client = await registerApp(ada, org_id, { client_type: 'confidential' })
  setClockBack()
  expectStatus(await ada.post(`/v1/oauth/clients/${client.client_id}/rotate-secret`), 200)
  const revoke = async () => {
    const { client_id, client_secret } = client
    return (await postForm(app, '/oauth/revoke', { client_id, client_secret: client_secret!, token: 'none' })).status
  }
  expect(await revoke()).toBe(200)
  app.clock.advance(24 * hour + second)
  expect(await revoke()).toBe(401)
})

test('the previous secret of a webhook signs for 24 hours of a clock that was set back', async () => {
  const body = { org_id, name: 'Board', url: 'https://hooks.example.com/svc', events: ['task.created'] }
  const { subscription_id } = expectStatus(await ada.post('/v1/webhooks', { body }), 200)
  setClockBack()
  expectStatus(await ada.post(`/v1/webhooks/${subscription_id}/rotate-secret`), 200)
  const hook = expectStatus(await ada.get(`/v1/webhooks/${subscription_id}`), 200)
  expect(Date.parse(hook.previous_secret_expires_at) - app.clock.now()).toBeLessThanOrEqual(24 * hour)
})

test('an invitation lasts 7 days of a clock that was set back', async () => {
  const body = { org_id, email: 'late@dev.invalid', role: 'member' }
  const { id } = expectStatus(await ada.post('/v1/organization-invites', { body }), 200)
  setClockBack()
  const again = expectStatus(await ada.post(`/v1/organization-invites/${id}/resend`), 200)
  expect(Date.parse(again.expires_at) - app.clock.now()).toBeLessThanOrEqual(7 * 24 * hour)
})
