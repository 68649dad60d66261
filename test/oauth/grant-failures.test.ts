import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createOrganization } from '../support/factories.ts'
import {
  Browser,
  connectApp,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
  type AuthorizationResponse,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const board = await registerApp(ada, org_id, { client_type: 'public' })
const other = await registerApp(ada, org_id, { client_type: 'public' })
const browser = new Browser()
const connectBoard = () => connectApp(board, 'ada', { org_id, scope: 'tasks:read' }, browser)

type Form = Record<string, string>
const buildForm = ({ redirectUrl: returned, verifier }: AuthorizationResponse): Form => ({
  grant_type: 'authorization_code',
  client_id: board.client_id,
  redirect_uri: board.redirect_uri,
  code: returned.searchParams.get('code')!,
  code_verifier: verifier,
})
const buildRefreshForm = (refresh_token: string): Form => ({
  grant_type: 'refresh_token',
  client_id: board.client_id,
  refresh_token,
})

const cases: [what: string, words: RegExp, make: () => Promise<Form>][] = [
  [
    'a code that has expired',
    /^The code has expired/,
    async () => {
      const back = await connectBoard()
      app.clock.advance(61_000)
      return buildForm(back)
    },
  ],
  [
    'a code that was used',
    /^The code was already used/,
    async () => {
      const back = await connectBoard()
      await redeemCode(board, back)
      return buildForm(back)
    },
  ],
  [
    'a code of a connection that has ended',
    /^The connection was revoked or has expired/,
    async () => {
      const back = await connectBoard()
      await redeemCode(board, back)
      await postForm(app, '/oauth/token', buildForm(back))
      return buildForm(back)
    },
  ],
  [
    'an unknown code',
    /^The code is invalid/,
    async () => ({ ...buildForm(await connectBoard()), code: 'x'.repeat(43) }),
  ],
  [
    'another verifier',
    /^The code_verifier does not match/,
    async () => ({ ...buildForm(await connectBoard()), code_verifier: 'x'.repeat(43) }),
  ],
  [
    'no verifier',
    /^The code_verifier is missing/,
    async () => {
      const { code_verifier: _, ...form } = buildForm(await connectBoard())
      return form
    },
  ],
  [
    'another redirect_uri',
    /^The redirect_uri does not match the authorization request/,
    async () => ({ ...buildForm(await connectBoard()), redirect_uri: 'https://board.example.com/other' }),
  ],
  [
    'a code of another app',
    /^It was issued to another client/,
    async () => ({ ...buildForm(await connectBoard()), client_id: other.client_id }),
  ],
  [
    'a refresh token that has expired',
    /^The refresh token has expired/,
    async () => {
      const tokens = await redeemCode(board, await connectBoard())
      app.clock.advance(30 * 24 * 3600_000 + 1000)
      return buildRefreshForm(tokens.refresh_token)
    },
  ],
  [
    'a refresh token that was used',
    /^The code or refresh token was already used/,
    async () => {
      const first = await redeemCode(board, await connectBoard())
      await refreshTokens(board, first.refresh_token)
      app.clock.advance(61_000)
      return buildRefreshForm(first.refresh_token)
    },
  ],
  ['an unknown refresh token', /^The refresh token is invalid/, async () => buildRefreshForm('x'.repeat(43))],
  [
    'a refresh token of another app',
    /^It was issued to another client/,
    async () => {
      const tokens = await redeemCode(board, await connectBoard())
      return { ...buildRefreshForm(tokens.refresh_token), client_id: other.client_id }
    },
  ],
]

test.each(cases)('%s is rejected with %s', async (_, words, make) => {
  const { status, body } = await postForm(app, '/oauth/token', await make())
  expect([status, body]).toEqual([400, { error: 'invalid_grant', error_description: expect.stringMatching(words) }])
})
