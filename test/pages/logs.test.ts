import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import {
  submitConsent,
  openAuthorization,
  startAuthorization,
  Browser,
  connectApp,
  readFormToken,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
  sendForm,
} from '../support/oauth.ts'
import { spawnServer } from '../support/spawn.ts'

const server = await spawnServer({ env: { LOG_LEVEL: 'debug', OAUTH_REFRESH_GRACE: '3' } })
let output = ''
for (const stream of [server.child.stdout!, server.child.stderr!])
  stream.on('data', (chunk: Buffer) => (output += chunk.toString()))

test('no log line contains a code, a token, a secret, a cookie, a state or a form token', async () => {
  const ada = await server.signIn('ada')
  const { org_id } = await createOrganization(ada)
  const board = await registerApp(ada, org_id)
  const browser = new Browser()
  const state = 'state-that-nobody-else-knows'
  const back = await connectApp(board, 'ada', { org_id, state }, browser)
  const first = await redeemCode(board, back, 'post')
  const second = await refreshTokens(board, first.refresh_token)
  const same = await refreshTokens(board, first.refresh_token)
  await delay(3100)
  await expect(refreshTokens(board, first.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
  const away = new Browser()
  const signIn = (await away.open((await startAuthorization(board)).url, [server.url])).url.searchParams
  const created = {
    state: signIn.get('state')!,
    code: 'a-code-of-the-provider',
    iss: `${inject('svc').identityUrl}/dev-idp`,
  }
  await away.open(`${server.url}/oauth/login/callback?${new URLSearchParams(created)}`, [server.url])
  const page = await openAuthorization(server, browser, (await startAuthorization(board, { state })).url, 'ada')
  await sendForm(server, browser, page, page.url.pathname, { answer: 'allow' }, { origin: 'https://evil.example' })
  await submitConsent(server, browser, page, { answer: 'deny' })
  const invalid = {
    client_id: board.client_id,
    client_secret: `${board.client_secret}x`,
    token: second.access_token,
  }
  await postForm(server, '/oauth/revoke', invalid)
  expectStatus(await ada.post(`/v1/oauth/clients/${board.client_id}/rotate-secret`), 200)
  const secrets = [
    ...[...browser.cookies, ...away.cookies].map(({ value }) => value),
    created.state,
    created.code,
    back.redirectUrl.searchParams.get('code')!,
    board.client_secret!,
    state,
    readFormToken(page),
    back.verifier,
    ...[first, second, same].flatMap((tokens) => [tokens.access_token, tokens.refresh_token]),
  ]
  await server.stop('SIGTERM')
  for (const path of ['/oauth/token', '/oauth/consent/:uid/back']) expect(output).toContain(path)
  expect(output).toContain('sign-in failed')
  for (const secret of secrets) expect(secret.length > 10 && output.includes(secret)).toBe(false)
})
