import { expect, test } from 'vitest'
import { computeTotpCode } from '../../src/auth/accounts/totp.ts'
import { readFlow, submit } from '../support/accounts.ts'
import { expectStatus } from '../support/client.ts'
import { organization } from '../support/factories.ts'
import { Browser } from '../support/oauth.ts'
import { OwnPage } from '../support/sign-in.ts'
import { spawnServer } from '../support/spawn.ts'

const server = await spawnServer({
  env: { LOG_LEVEL: 'debug', OIDC_ISSUER: '', OIDC_AUDIENCE: '', ACCOUNTS: 'on' },
})
const findSetupLink = () => /http\S+\/id\/setup\/([\w-]+)/.exec(server.said())

test('no log line contains a password, a code, a link, a cookie or a pending sign-in', async () => {
  const at = { url: server.url } as Parameters<typeof submit>[0]
  await expect.poll(findSetupLink).not.toBeNull()
  const setup = findSetupLink()!
  const before = server.said().length
  const [password, changed] = ['three boats sail', 'four boats sail']
  const browser = new Browser()
  await submit(at, browser, setup[0], { email: 'ada@example.com', name: 'Ada', password })
  const ada = new OwnPage(server, browser)
  const { org_id } = await organization(ada)
  const { secret } = expectStatus(await ada.post('/v1/me/account/totp'), 200)
  const code = computeTotpCode(secret, Math.floor(Date.now() / 30_000))
  const { recovery_codes } = expectStatus(await ada.post('/v1/me/account/totp', { body: { code } }), 200)
  const body = { current_password: password, new_password: changed }
  expectStatus(await ada.post('/v1/me/account/password', { body }), 200)
  const invite = { org_id, email: 'ben@example.com' }
  const { accept_url } = expectStatus(await ada.post('/v1/organization-invites', { body: invite }), 200)
  await new Browser().open(accept_url, [server.url])
  const other = new Browser()
  const flow = readFlow(await other.open(`${server.url}/auth/sign-in`, [server.url]))
  const email = 'ada@example.com'
  await submit(at, other, `${server.url}/id/sign-in`, { flow, email, password: 'a wrong password' })
  const page = await submit(at, other, `${server.url}/id/sign-in`, { flow, email, password: changed })
  const proved = readFlow(page)
  await submit(at, other, `${server.url}/id/second-factor`, { flow: proved, code: recovery_codes[0] })
  const cookies = [...browser.cookies, ...other.cookies].map(({ value }) => value)
  const secrets = [password, changed, 'a wrong password', secret, ...recovery_codes, flow, proved, setup[1]!]
  const later = server.said().slice(before)
  expect(later).toContain('/id/')
  for (const one of [...secrets, accept_url.split('/').at(-1)!, ...cookies.filter((value) => value.length > 20)]) {
    expect(later).not.toContain(one)
    expect(later).not.toContain(encodeURIComponent(one))
  }
})
