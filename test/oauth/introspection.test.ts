import * as openid from 'openid-client'
import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { addMember, createOrganization } from '../support/factories.ts'
import {
  submitConsent,
  openAuthorization,
  Browser,
  connectApp,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const ben = await app.signIn('ben')
await addMember(ada, org_id, ben)
const board = await registerApp(ada, org_id)
const other = await registerApp(ada, org_id)
const open = await registerApp(ada, org_id, { client_type: 'public' })

type Form = Record<string, string>
const buildCredentials = ({ client_id, client_secret }: typeof board): Form => ({
  client_id,
  ...(client_secret !== null && { client_secret }),
})
const introspect = (form: Form, headers = {}) => postForm(app, '/oauth/introspect', form, headers)
const connectAndRedeem = async (client = board, person = 'ben', more = {}) =>
  redeemCode(client, await connectApp(client, person, { org_id, scope: 'tasks:read', more }))
const inactive = [200, { active: false }]
const introspectForResult = async (form: Form) => {
  const { status, body } = await introspect(form)
  return [status, body]
}

describe('introspection', () => {
  test('describes an app’s own access token and refresh token', async () => {
    const tokens = await connectAndRedeem()
    const { body, headers, status } = await introspect({
      ...buildCredentials(board),
      token: tokens.access_token,
      token_type_hint: 'access_token',
    })
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      active: true,
      iss: app.url,
      sub: ben.userId,
      client_id: board.client_id,
      scope: 'tasks:read',
      aud: `${app.url}/v1`,
      token_type: 'Bearer',
      iat: expect.any(Number),
      exp: expect.any(Number),
    })
    expect(body.exp - body.iat - 3600).toBeLessThan(5)
    const [, held] = await introspectForResult({ ...buildCredentials(board), token: tokens.refresh_token })
    expect(held).toMatchObject({
      active: true,
      sub: ben.userId,
      client_id: board.client_id,
      scope: 'tasks:read',
    })
    expect(held).not.toHaveProperty('token_type')
  })

  test('accepts the secret in the header, too', async () => {
    const tokens = await connectAndRedeem()
    const authorization = `Basic ${btoa(`${board.client_id}:${board.client_secret}`)}`
    const { body } = await introspect({ token: tokens.access_token }, { authorization })
    expect(body.active).toBe(true)
  })

  test('names all audiences of a token', async () => {
    const both = [`${app.url}/v1`, `${app.url}/mcp`]
    const tokens = await connectAndRedeem(board, 'ben', { resource: both })
    const [, body] = await introspectForResult({ ...buildCredentials(board), token: tokens.access_token })
    expect(body.aud).toEqual(both)
  })

  test('returns nothing to other clients', async () => {
    const tokens = await connectAndRedeem()
    const mine = expectStatus(
      await ada.post('/v1/tokens', { body: { org_id, name: 'x', scopes: ['tasks:read'] } }),
      200,
    )
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await introspectForResult({ ...buildCredentials(other), token })).toEqual(inactive)
      for (const form of [
        { token },
        { token, client_id: board.client_id },
        { token, client_id: board.client_id, client_secret: 'svcs_wrong' },
        { token, ...buildCredentials(other), client_secret: board.client_secret! },
        { token, client_id: 'svc-cli' },
      ] as Form[]) {
        const { status, body } = await introspect(form)
        expect([Object.keys(form), status, body.active]).toEqual([Object.keys(form), expect.any(Number), undefined])
        expect([400, 401]).toContain(status)
        expect(JSON.stringify(body)).not.toContain(ben.userId)
      }
    }
    const known = await readKey(tokens.access_token)
    for (const unknown of [mine.token, known, 'x', '', 'svc_live_nonsense'])
      if (unknown !== '')
        expect(await introspectForResult({ ...buildCredentials(board), token: unknown })).toEqual(inactive)
    expect((await introspect(buildCredentials(board))).body.error).toBe('invalid_request')
  })

  test('is not for apps without a secret, even for their own tokens', async () => {
    const tokens = await connectAndRedeem(open)
    const { status, body } = await introspect({ client_id: open.client_id, token: tokens.access_token })
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  })

  test.each<[string, (tokens: { access_token: string; refresh_token: string }) => Promise<unknown>]>([
    [
      'the app gave it back',
      ({ refresh_token }) => postForm(app, '/oauth/revoke', { ...buildCredentials(board), token: refresh_token }),
    ],
    ['the connection was ended', () => endConnections()],
    [
      'its person was deactivated',
      () => ada.patch(`/v1/organization-members/${ben.userId}/${org_id}`, { body: { is_active: false } }),
    ],
    ['its time is over', async () => app.clock.advance(31 * 24 * 3600_000)],
  ])('returns only active: false when %s', async (_, end) => {
    await ada.patch(`/v1/organization-members/${ben.userId}/${org_id}`, { body: { is_active: true } })
    const tokens = await connectAndRedeem()
    await end(tokens)
    for (const token of Object.values(tokens).filter((value) => String(value).length > 30))
      expect(await introspectForResult({ ...buildCredentials(board), token: String(token) })).toEqual(inactive)
  })

  test('reports a used refresh token', async () => {
    await ada.patch(`/v1/organization-members/${ben.userId}/${org_id}`, { body: { is_active: true } })
    const first = await connectAndRedeem()
    const second = await refreshTokens(board, first.refresh_token)
    expect(await introspectForResult({ ...buildCredentials(board), token: first.refresh_token })).toEqual(inactive)
    const [, body] = await introspectForResult({ ...buildCredentials(board), token: second.refresh_token })
    expect(body.active).toBe(true)
  })

  test('accepts POST only', async () => {
    const reply = await fetch(`${app.url}/oauth/introspect`)
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

/** An unknown token of the same form. */
const readKey = async (like: string) => `${like.slice(0, -1)}${like.endsWith('A') ? 'B' : 'A'}`

async function endConnections() {
  const { data } = expectStatus(await ben.get('/v1/me/connected-apps'), 200)
  for (const { grant_id } of data) await ben.delete(`/v1/me/connected-apps/${grant_id}`)
}

test('openid-client finds the server with its defaults and completes the flow', async () => {
  await ada.patch(`/v1/organization-members/${ben.userId}/${org_id}`, { body: { is_active: true } })
  const config = await openid.discovery(
    new URL(app.url),
    board.client_id,
    undefined,
    openid.ClientSecretPost(board.client_secret!),
    { execute: [openid.allowInsecureRequests] },
  )
  expect(config.serverMetadata().issuer).toBe(app.url)
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const expectedState = openid.randomState()
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: board.redirect_uri,
    scope: 'tasks:read',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
  })
  const browser = new Browser()
  const page = await openAuthorization(app, browser, url, 'ben')
  const back = await submitConsent(app, browser, page, { answer: 'allow', org: org_id, projects: 'all' })
  const tokens = await openid.authorizationCodeGrant(config, back.url, { pkceCodeVerifier, expectedState })
  const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
  expectStatus(await app.createClient(renewed.access_token).get('/v1/me'), 200)
  expect(await openid.tokenIntrospection(config, renewed.access_token)).toMatchObject({ active: true })
  await openid.tokenRevocation(config, renewed.refresh_token!)
  expect(await openid.tokenIntrospection(config, renewed.access_token)).toEqual({ active: false })
})
