import { beforeAll, describe, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { Client, expectStatus } from '../support/client.ts'
import { addMember, createOrganization } from '../support/factories.ts'
import { Browser, connectApp, postForm, registerApp, type TestClient } from '../support/oauth.ts'
import { findFreePort } from '../support/postgres.ts'
import { spawnServer } from '../support/spawn.ts'
import { createRange, chooseSize } from './sizes.ts'

const rounds = chooseSize(10, 300)
const racers = 8
const timeout = chooseSize(240_000, 1_200_000)

let addresses: [{ url: string }, { url: string }]
let ada: Client
let ben: Client
let org_id: string
let device: TestClient
const browser = new Browser()

const sendRequest = (i: number, form: Record<string, string>) =>
  postForm(addresses[i % 2]!, '/oauth/token', { client_id: device.client_id, ...form })
const sendConcurrently = (form: Record<string, string>) =>
  Promise.all(createRange(racers).map((i) => sendRequest(i, form)))
const buildRefreshRequest = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token })

/** Returns the token request of a device whose connection ben has just allowed. */
async function authorizeDevice(): Promise<Record<string, string>> {
  const { redirectUrl, verifier } = await connectApp(device, 'ben', { org_id }, browser)
  const code = redirectUrl.searchParams.get('code')!
  const { redirect_uri } = device
  return { grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier }
}
const connectDevice = async () => (await sendRequest(0, await authorizeDevice())).body
const readStatuses = (tokens: string[]) =>
  Promise.all(tokens.map(async (token) => (await new Client(ada.server, token).get('/v1/me')).body.type ?? 'works'))
const revoked = 'urn:svc:problem:token-revoked'

/** Expects that one request received tokens, and that these are revoked. */
async function expectNoneLeft(answers: Awaited<ReturnType<typeof sendConcurrently>>) {
  expect(answers.map(({ status }) => status).sort()).toEqual(createRange(racers).map((i) => (i < 1 ? 200 : 400)))
  expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(racers - 1)
  const { access_token, refresh_token } = answers.find(({ status }) => status === 200)!.body
  expect(await readStatuses([access_token])).toEqual([revoked])
  expect((await sendRequest(1, buildRefreshRequest(refresh_token))).body.error).toBe('invalid_grant')
}

describe.skipIf(!inject('svc').postgresUrl)('an app connection used through two processes', () => {
  beforeAll(async () => {
    const databaseUrl = await copyTemplate()
    const first = await spawnServer({ databaseUrl })
    const port = await findFreePort()
    await spawnServer({ databaseUrl, port, env: { BASE_URL: first.url } })
    addresses = [first, { url: `http://127.0.0.1:${port}` }]
    ;[ada, ben] = [await first.signIn('ada'), await first.signIn('ben')]
    org_id = (await createOrganization(ada)).org_id
    await addMember(ada, org_id, ben)
    device = await registerApp(ada, org_id, { client_type: 'public' })
  })

  test('is refreshed through either process', async () => {
    let tokens = await connectDevice()
    for (const i of createRange(4)) tokens = (await sendRequest(i, buildRefreshRequest(tokens.refresh_token))).body
    expect(await readStatuses([tokens.access_token])).toEqual(['works'])
  })

  test('is revoked when its code is redeemed concurrently', { timeout }, async () => {
    for (const _ of createRange(rounds)) await expectNoneLeft(await sendConcurrently(await authorizeDevice()))
  })

  test('receives one pair of tokens for concurrent uses of a refresh token', { timeout }, async () => {
    for (const _ of createRange(rounds)) {
      const responses = await sendConcurrently(buildRefreshRequest((await connectDevice()).refresh_token))
      expect(responses.map(({ status }) => status)).toEqual(createRange(racers).map(() => 200))
      const pairs = responses.map(({ body }) => `${body.access_token} ${body.refresh_token}`)
      expect(new Set(pairs).size).toBe(1)
      expect(await readStatuses([responses[0]!.body.access_token])).toEqual(['works'])
    }
  })

  test('leaves no valid token when it is revoked during a refresh', { timeout }, async () => {
    for (const round of createRange(rounds)) {
      const { access_token, refresh_token } = await connectDevice()
      const { data } = expectStatus(await ben.get('/v1/me/connected-apps'), 200)
      const [answer] = await Promise.all([
        sendRequest(round, buildRefreshRequest(refresh_token)),
        ...data.map(({ grant_id }: { grant_id: string }) => ben.delete(`/v1/me/connected-apps/${grant_id}`)),
      ])
      const tokens = [access_token, ...(answer.status === 200 ? [answer.body.access_token] : [])]
      expect(await readStatuses(tokens)).toEqual(tokens.map(() => revoked))
    }
  })

  test('leaves no valid token when its app is revoked while codes are redeemed', { timeout }, async () => {
    for (const round of createRange(rounds)) {
      device = await registerApp(ada, org_id, { client_type: 'public' })
      const codes = [await authorizeDevice(), await authorizeDevice(), await authorizeDevice()]
      const [answers] = await Promise.all([
        Promise.all(codes.map((form, i) => sendRequest(i + round, form))),
        ada.delete(`/v1/oauth/clients/${device.client_id}`),
      ])
      const given = answers.flatMap(({ status, body }) => (status === 200 ? [body.access_token as string] : []))
      expect(await readStatuses(given)).toEqual(given.map(() => revoked))
    }
  })
})
