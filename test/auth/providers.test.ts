import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { JWTPayload } from 'jose'
import { startApp, type TestApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { openProvider, type TestProvider } from '../support/provider.ts'
import { signInAt } from '../support/sign-in.ts'

let provider: TestProvider
const env = { OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc' }
const apps = new Map<string, TestApp>()
let subjects = 0

/** Starts a provider whose userinfo endpoint is known, and a server that trusts it. */
async function begin(more: Record<string, string> = {}): Promise<TestApp> {
  const key = JSON.stringify(more)
  if (apps.size === 0) {
    const metadata: Record<string, string> = {}
    provider = await openProvider(metadata)
    metadata.userinfo_endpoint = `${provider.url}/userinfo`
  }
  const known = apps.get(key)
  const app = known ?? (await startApp({ env: { ...env, ...more, OIDC_ISSUER: provider.url } }))
  apps.set(key, app)
  return app
}

interface Shape {
  id?: JWTPayload
  /** An opaque access token where undefined. */
  access?: JWTPayload
  userinfo?: JWTPayload | number
}

/** Signs in a new user of the provider; returns the user here. */
async function signInNewUser({ id = {}, access, userinfo = {} }: Shape, more: Record<string, string> = {}) {
  const app = await begin(more)
  provider.subject = `subject-${++subjects}`
  provider.idClaims = id
  provider.accessClaims = access
  provider.userinfo = typeof userinfo === 'number' ? userinfo : { sub: provider.subject, ...userinfo }
  const page = await signInAt(app, provider)
  const { principal } = expectStatus(await page.get('/v1/me'), 200)
  const { username, name, email, email_verified } = principal
  return { app, page, name, who: { username, email, email_verified } }
}

afterEach(() => {
  provider.idClaims = {}
})

afterAll(() => provider.close())

const verified = { email: 'ada@example.com', email_verified: true }

describe.each<[name: string, shape: Shape, more: Record<string, string>, who: object]>([
  [
    'Keycloak, whose access token has the claims',
    {
      id: { preferred_username: 'keycloak-ada', name: 'Ada King', ...verified },
      access: { aud: ['svc', 'account'], preferred_username: 'keycloak-ada', name: 'Ada King', ...verified },
      userinfo: { preferred_username: 'keycloak-ada', name: 'Ada King', ...verified },
    },
    {},
    { username: 'keycloak-ada', name: 'Ada King', ...verified },
  ],
  [
    'Keycloak without a mapper for the audience',
    {
      id: { preferred_username: 'keycloak-ben', ...verified },
      access: { aud: 'account', preferred_username: 'keycloak-ben', ...verified },
    },
    {},
    { username: 'keycloak-ben', name: null, ...verified },
  ],
  [
    'Authentik, which says of no email that it is verified',
    {
      id: {
        preferred_username: 'authentik-ada',
        name: 'Ada King',
        email: verified.email,
        email_verified: false,
      },
      access: {
        aud: 'svc',
        preferred_username: 'authentik-ada',
        email: verified.email,
        email_verified: false,
      },
    },
    {},
    { username: 'authentik-ada', name: 'Ada King', email: verified.email, email_verified: false },
  ],
  [
    'Authelia, whose ID token has no profile',
    { id: { amr: ['pwd'] }, userinfo: { preferred_username: 'authelia-ada', name: 'Ada King', ...verified } },
    {},
    { username: 'authelia-ada', name: 'Ada King', ...verified },
  ],
  [
    'Authelia with a JWT as access token (RFC 9068)',
    {
      id: { amr: ['pwd'] },
      access: { client_id: 'svc', scope: 'openid profile email', jti: '1' },
      userinfo: { preferred_username: 'authelia-ben', name: 'Ben', ...verified },
    },
    {},
    { username: 'authelia-ben', name: 'Ben', ...verified },
  ],
  [
    'Entra ID, which says of no email whether it is verified',
    {
      id: {
        preferred_username: 'entra-ada@contoso.com',
        name: 'Ada King',
        email: verified.email,
        ver: '2.0',
      },
      access: { aud: '00000003-0000-0000-c000-000000000000', sub: 'another', upn: 'entra-ada@contoso.com' },
      userinfo: { name: 'Ada King', email: verified.email },
    },
    {},
    { username: 'entra-ada', name: 'Ada King', email: verified.email, email_verified: false },
  ],
  [
    'Entra ID, whose emails the operator trusts',
    {
      id: { preferred_username: 'entra-ben@contoso.com', name: 'Ben', email: verified.email },
      userinfo: { name: 'Ben', email: verified.email },
    },
    { OIDC_TRUST_EMAIL: 'on' },
    { username: 'entra-ben', name: 'Ben', ...verified },
  ],
  [
    'Google, which has no usernames',
    {
      id: { name: 'Ada King', hd: 'example.com', email: 'google-ada@example.com', email_verified: true },
      userinfo: { name: 'Ada King', email: 'google-ada@example.com', email_verified: true },
    },
    {},
    { username: 'google-ada', name: 'Ada King', email: 'google-ada@example.com', email_verified: true },
  ],
  [
    'Zitadel, whose tokens have no profile',
    {
      id: { amr: ['pwd'], azp: 'svc' },
      access: { aud: ['svc', '260000000000000000'], client_id: 'svc' },
      userinfo: { preferred_username: 'zitadel-ada@acme.example.com', name: 'Ada King', ...verified },
    },
    {},
    { username: 'zitadel-ada', name: 'Ada King', ...verified },
  ],
  [
    'one that writes email_verified as text',
    { userinfo: { preferred_username: 'text-ada', email: verified.email, email_verified: 'true' } },
    {},
    { username: 'text-ada', name: null, ...verified },
  ],
])('%s', (_, shape, more, user) => {
  test('signs a user in with username, display name and email', async () => {
    const { who, name } = await signInNewUser(shape, more)
    expect({ ...who, name }).toEqual(user)
  })

  test('leaves the email unchanged when an access token without it is used', async () => {
    const { app, who: before } = await signInNewUser(shape, more)
    app.clock.advance(2000)
    const iat = Math.floor(app.clock.now() / 1000)
    const bearer = app.createClient(await provider.sign({ iat }))
    const { principal } = expectStatus(await bearer.get('/v1/me'), 200)
    const { username, email, email_verified } = principal
    expect({ username, email, email_verified }).toEqual(before)
  })
})

describe('a display name', () => {
  const named = { preferred_username: 'named', ...verified }

  test('is read from userinfo if the tokens have everything else', async () => {
    const { name } = await signInNewUser({ id: named, userinfo: { ...named, name: 'Ada King' } })
    expect(name).toBe('Ada King')
  })

  test('that changed at the provider is stored at the next sign-in, and stays without the claim', async () => {
    let iat = Math.floor(Date.now() / 1000) - 60
    const { app } = await signInNewUser({ id: { ...named, iat, name: 'Ada King' } })
    const { subject } = provider
    for (const [name, shown] of [
      ['Ada Lovelace', 'Ada Lovelace'],
      [undefined, 'Ada Lovelace'],
    ] as const) {
      provider.idClaims = { ...named, iat: ++iat, ...(name && { name }) }
      provider.userinfo = { sub: subject, ...named }
      const page = await signInAt(app, provider)
      expect(expectStatus(await page.get('/v1/me'), 200).principal.name).toBe(shown)
    }
    const moved = { email: 'moved@example.com', email_verified: true, iat: ++iat }
    const bearer = app.createClient(await provider.sign(moved))
    const { principal } = expectStatus(await bearer.get('/v1/me'), 200)
    expect(principal).toMatchObject({ email: 'moved@example.com', name: 'Ada Lovelace' })
  })
})

describe('an email', () => {
  const { email } = verified
  test.each<[what: string, shape: Shape, trust: 'on' | 'off', verified: boolean]>([
    ['is verified by true', { id: { email, email_verified: true } }, 'off', true],
    ['is verified by "true"', { id: { email, email_verified: 'true' } }, 'off', true],
    ['is not verified by false', { id: { email, email_verified: false } }, 'off', false],
    ['is not verified by false where it is trusted', { id: { email, email_verified: false } }, 'on', false],
    ['is not verified by "false" where it is trusted', { id: { email, email_verified: 'false' } }, 'on', false],
    ['is not verified by "TRUE"', { id: { email, email_verified: 'TRUE' } }, 'off', false],
    ['is not verified by 1', { id: { email, email_verified: 1 } }, 'off', false],
    ['is not verified by "yes" where it is trusted', { id: { email, email_verified: 'yes' } }, 'on', false],
    ['is not verified by nothing', { id: { email } }, 'off', false],
    ['is verified by nothing where it is trusted', { id: { email } }, 'on', true],
    [
      'is verified by userinfo for the same email',
      { id: { email }, userinfo: { email, email_verified: true } },
      'off',
      true,
    ],
    [
      'is not verified by userinfo for another email',
      { id: { email }, userinfo: { email: 'eve@example.com', email_verified: true } },
      'off',
      false,
    ],
    [
      'is not verified by userinfo without an email',
      { id: { email }, userinfo: { email_verified: true } },
      'off',
      false,
    ],
    [
      'is not verified by a later source that contradicts the first',
      { id: { email, email_verified: false }, userinfo: { email, email_verified: true } },
      'off',
      false,
    ],
  ])('%s', async (_, shape, trust, expected) => {
    const { who } = await signInNewUser(shape, trust === 'on' ? { OIDC_TRUST_EMAIL: 'on' } : {})
    expect(who).toMatchObject({ email, email_verified: expected })
  })
})

describe('the userinfo', () => {
  test('of another user is rejected', async () => {
    const { who } = await signInNewUser({
      id: { preferred_username: 'lonely' },
      userinfo: { sub: 'eve', preferred_username: 'eve', email: 'eve@example.com', email_verified: true },
    })
    expect(who).toEqual({ username: 'lonely', email: null, email_verified: false })
  })

  test.each([401, 500])('that fails with %s does not prevent the sign-in', async (status) => {
    const { who } = await signInNewUser({ id: { preferred_username: `kept-${status}` }, userinfo: status })
    expect(who.username).toBe(`kept-${status}`)
  })
})

test('an ID token is accepted for 30 seconds after its expiry, and no longer', async () => {
  const app = await begin()
  provider.subject = `subject-${++subjects}`
  const seconds = Math.floor(Date.now() / 1000)
  for (const [exp, status] of [
    [seconds - 20, 200],
    [seconds - 40, 401],
  ] as const) {
    provider.idClaims = { exp, iat: exp - 60 }
    expect((await (await signInAt(app, provider)).get('/v1/me')).status).toBe(status)
  }
})

describe('a username', () => {
  test.each([
    ['Анна Петрова', 'Anna-Petrova'],
    ['王伟', 'Wang-Wei'],
    ['Ümit Öz', 'Umit-Oz'],
    ['U\u0308mit', 'Umit'],
    ['José', 'Jose'],
    ['Łukasz', 'Lukasz'],
    ['Straße', 'Strasse'],
    ['Ελένη', 'Eleni'],
    ['さくら', 'sakura'],
    ['Đặng', 'Dang'],
    ['محمد', 'mHmd'],
    ["O'Neill", 'ONeill'],
    ['first.last@example.com', 'first.last'],
    ['me', 'u-me'],
    ['SA-1', 'u-SA-1'],
    ['🙂', 'from-mail'],
    ['@', 'from-mail-2'],
  ])('of %s is %s', async (preferred_username, username) => {
    const { who } = await signInNewUser({ id: { preferred_username, email: 'from-mail@example.com' } })
    expect(who.username).toBe(username)
  })

  test('is derived from the name when there is nothing else', async () => {
    const { who } = await signInNewUser({ id: { name: 'Grace Hopper' } })
    expect(who.username).toBe('Grace-Hopper')
  })
})
