import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { dumpRows } from '../support/dump.ts'
import { createOrganization } from '../support/factories.ts'
import {
  startAuthorization,
  Browser,
  openAuthorization,
  connectApp,
  readFormToken,
  redeemCode,
  refreshTokens,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)

test('no table contains a code, a token, a client secret, a cookie or a verifier in plain text', async () => {
  const board = await registerApp(ada, org_id)
  const browser = new Browser()
  const waiting = await startAuthorization(board, { state: 'a-state' })
  const page = await openAuthorization(app, browser, waiting.url, 'ada')
  const [unused, used] = [
    await connectApp(board, 'ada', { org_id }, browser),
    await connectApp(board, 'ada', { org_id }, browser),
  ]
  const first = await redeemCode(board, used)
  const second = await refreshTokens(board, first.refresh_token)
  const { client_secret: rotated } = expectStatus(
    await ada.post(`/v1/oauth/clients/${board.client_id}/rotate-secret`, {
      headers: { 'idempotency-key': 'one' },
    }),
    200,
  )
  const secrets = [
    // Scripts may read this cookie: it names the session and grants no access.
    ...browser.cookies.filter(({ name }) => !name.includes('svc_person')).map(({ value }) => value),
    readFormToken(page),
    page.url.pathname.split('/').at(-1)!,
    board.client_secret!,
    rotated,
    waiting.verifier,
    used.verifier,
    ...[unused, used].map(({ redirectUrl }) => redirectUrl.searchParams.get('code')!),
    ...[first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]),
  ]
  expect(secrets.length).toBeGreaterThan(12)
  const all = await dumpRows(app)
  expect(all).toContain(board.client_id)
  for (const secret of secrets) expect(secret.length > 10 && all.includes(secret)).toBe(false)
})
