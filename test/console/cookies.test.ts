import { type IncomingMessage, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { Browser } from '../support/oauth.ts'
import { openProvider, type TestProvider } from '../support/provider.ts'
import { signIn, signInAt } from '../support/sign-in.ts'

const app = await startApp()
let session: string
let outsider: string

const get = (url: string, path: string, headers: Record<string, string>): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    httpRequest(new URL(path, url), { headers, agent: false }, (response) => resolve(response.resume()))
      .on('error', reject)
      .end()
  })
/** Sends a `Cookie` header, whose characters are bytes; returns the status. */
const readStatus = async (url: string, path: string, cookie: string): Promise<number> =>
  (await get(url, path, { cookie, 'sec-fetch-site': 'same-origin' })).statusCode!

beforeAll(async () => {
  const readCookies = async (person: string) =>
    (await signIn(app, person)).browser
      .buildCookieHeader(new URL(app.url))
      .split('; ')
      .find((pair) => pair.startsWith('svc_session'))!
  session = await readCookies('ada')
  outsider = await readCookies('ben')
})

describe('the session cookie', () => {
  const readValue = () => session.slice(session.indexOf('=') + 1)
  const readName = () => session.slice(0, session.indexOf('='))
  const cases: [what: string, cookie: () => string, expected: number][] = [
    ['alone', () => session, 200],
    ['after another cookie', () => `a=b; ${session}`, 200],
    ['after a cookie without a name', () => `a;${session}`, 200],
    ['with spaces and tabs around name and value', () => `a=b;\t ${readName()}\t = ${readValue()} \t`, 200],
    ['beside others whose value holds an equals sign', () => `a=b=c; ${session}; d==`, 200],
    ['twice', () => `${session}; ${session}`, 401],
    ['twice, of two people', () => `${outsider}; ${session}`, 401],
    ['twice, of two people, in the other order', () => `${session}; ${outsider}`, 401],
    ['twice, once empty', () => `${readName()}=; ${session}`, 401],
    ['three times', () => `${session}; a=b; ${session}; ${session}`, 401],
    ['with its name in capitals', () => session.replace('svc_session', 'SVC_SESSION'), 401],
    ['with its name in quotes', () => `"${readName()}"=${readValue()}`, 401],
    // NO-BREAK SPACE is white space in JavaScript and part of the name in browsers, as are other UTF-8 bytes.
    ...['\u00a0', '\u00c2\u00a0', '\u00ef\u00bb\u00bf', '\u00e2\u0080\u0083', '\u0085'].flatMap(
      (space): [string, () => string, number][] => {
        const bytes = Buffer.from(space, 'latin1').toString('hex')
        return [
          [`behind the byte ${bytes} alone`, () => space + session, 401],
          [`with the byte ${bytes} behind its name`, () => `${readName()}${space}=${readValue()}`, 401],
          [`after one behind the byte ${bytes} of another user`, () => `${space}${outsider}; ${session}`, 200],
        ]
      },
    ),
  ]
  test.each(cases)('%s', async (_, cookie, expected) => {
    expect(await readStatus(app.url, '/v1/me', cookie())).toBe(expected)
  })
})

describe('the cookie of a pending sign-in', () => {
  test('counts as none when it is sent twice', async () => {
    const browser = new Browser()
    const started = await browser.open(`${app.url}/auth/sign-in`, [app.url])
    const state = started.url.searchParams.get('state')!
    const cookie = browser.buildCookieHeader(new URL('/oauth/login/callback', app.url))
    const back = `/oauth/login/callback?code=x&state=${state}`
    expect(await readStatus(app.url, back, `${cookie}; ${cookie}`)).toBe(400)
  })

  test('is removed with others when there are many', async () => {
    const browser = new Browser()
    for (let times = 0; times < 30; times++) await browser.open(`${app.url}/auth/sign-in`, [app.url])
    expect(browser.cookies.filter(({ name }) => name.includes('svc_sign_in')).length).toBeLessThan(10)
  })
})

describe('two servers on one host', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await openProvider()
  })
  afterAll(() => provider.close())

  test('do not sign each other out', async () => {
    const env = { OIDC_ISSUER: provider.url, OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc' }
    const [one, other] = [await startApp({ env }), await startApp({ env })]
    const pages = [await signInAt(one, provider), await signInAt(other, provider)]
    // A browser sends the cookies of a host to all its ports.
    const cookies = pages.flatMap(({ browser }) => browser.cookies)
    expect(new Set(cookies.map(({ name }) => name)).size).toBe(cookies.length)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    expect(await readStatus(one.url, '/v1/me', cookie)).toBe(200)
    expect(await readStatus(other.url, '/v1/me', cookie)).toBe(200)
  })

  test.each([
    ['https://svc.example.com', '__Host-svc_session='],
    ['https://svc.example.com:8443', '__Host-svc_session_8443='],
    ['http://127.0.0.1', 'svc_session='],
    ['http://127.0.0.1:8081', 'svc_session_8081='],
  ])('at %s set %s', async (baseUrl, start) => {
    const mine = await startApp({
      env: { OIDC_ISSUER: provider.url, OIDC_AUDIENCE: 'svc', OIDC_CLIENT_ID: 'svc', BASE_URL: baseUrl },
    })
    const { host } = new URL(baseUrl)
    const begun = (await get(mine.url, '/auth/sign-in', { host })).headers
    const state = new URL(begun.location!).searchParams.get('state')!
    await fetch(begun.location!, { redirect: 'manual' })
    const cookie = begun['set-cookie']![0]!.split(';')[0]!
    const back = await get(mine.url, `/oauth/login/callback?code=c&state=${state}`, { host, cookie })
    const set = back.headers['set-cookie']!
    expect(set.filter((line) => line.startsWith(start))).toHaveLength(1)
    expect(set.filter((line) => line.includes('svc_session'))).toHaveLength(1)
    await mine.stop()
  })
})
