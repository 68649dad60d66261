import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { addMember, createOrganization } from '../support/factories.ts'
import { decideDevice } from '../support/devices.ts'
import { submitConsent, openAuthorization, Browser } from '../support/oauth.ts'
import { createRunner, createHome, type CommandResult } from './run.ts'

// Strict: a refresh token that is used twice ends the connection.
const app = await startApp({ env: { OAUTH_REFRESH_GRACE: '0' } })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
await addMember(ada, org_id, await app.signIn('ben'))

type CommandLine = ReturnType<typeof createRunner>

/** Signs in through the pages at the printed URL; returns how `svc login` ended. */
async function signIn(svc: CommandLine, args: string[] = [], choice = 'allow', org = org_id): Promise<CommandResult> {
  let printed: (address: string) => void
  const address = new Promise<string>((resolve) => (printed = resolve))
  const onStderr = (stderr: string) => {
    const found = /^(http\S+authorize\S+)\n/m.exec(stderr)?.[1]
    if (found) printed(found)
  }
  const ended = svc('login', [app.url, '--no-browser', ...args], { onStderr })
  const browser = new Browser()
  const page = await openAuthorization(app, browser, new URL(await address), 'ada')
  const back = await submitConsent(app, browser, page, { answer: choice, org, projects: 'all' })
  // Another process that finds the listener learns nothing from it and does not end it.
  const outsider = new URL(back.url)
  outsider.searchParams.set('state', 'guessed')
  expect((await fetch(outsider)).status).toBe(404)
  expect(await (await fetch(back.url)).text()).toContain(choice === 'allow' ? 'Access granted' : 'Access was denied')
  return ended
}

const getFilePath = (home: string, name: string) => join(home, '.config', 'svc', name)
const readStoredFile = (home: string, name: string) => JSON.parse(readFileSync(getFilePath(home, name), 'utf8'))

/** Makes the access token of a context look expired. */
function expire(home: string, name: string): void {
  const all = readStoredFile(home, 'credentials.json')
  all[name].expires_at = 1
  writeFileSync(getFilePath(home, 'credentials.json'), JSON.stringify(all))
}

/** Signs in without a browser: the printed code is entered elsewhere. */
async function signInByCode(svc: CommandLine): Promise<CommandResult> {
  let printed: (code: string) => void
  const code = new Promise<string>((resolve) => (printed = resolve))
  const onStderr = (stderr: string) => {
    const found = /enter the code (\S+)\n/.exec(stderr)?.[1]
    if (found) printed(found)
  }
  const ended = svc('login', [app.url], { onStderr })
  await decideDevice(app, 'ben', await code, { answer: 'allow', org: org_id, projects: 'all' })
  return ended
}

// Concurrent, since the command polls only every five seconds.
const deviceHome = createHome()
const signedInByCode = signInByCode(createRunner(deviceHome))

test('a user signs in by the pages, is renewed once by concurrent processes, and signs out', async () => {
  const home = createHome()
  const svc = createRunner(home)
  const done = await signIn(svc)
  expect(done).toMatchObject({ code: 0, out: 'Signed in to Harbour Works as ada (context harbour-works)\n' })
  expect(done.out + done.err).not.toContain('svc_live_')
  for (const name of readdirSync(join(home, '.config', 'svc')))
    expect(statSync(getFilePath(home, name)).mode & 0o777).toBe(0o600)
  const { json } = await svc('status', ['--json'])
  expect(json).toMatchObject({
    server: app.url,
    username: 'ada',
    org_id,
    role: 'owner',
    context: 'harbour-works',
  })
  expect(json.scopes.split(' ')).toEqual(['tasks:write', 'projects:write', 'teams:write', 'org:read'])

  const before = readStoredFile(home, 'credentials.json')['harbour-works']
  expire(home, 'harbour-works')
  const many = await Promise.all(Array.from({ length: 4 }, () => svc('status')))
  expect(many.filter(({ code, err }) => code !== 0 || err !== '')).toEqual([])
  const after = readStoredFile(home, 'credentials.json')['harbour-works']
  expect(after.refresh_token).not.toBe(before.refresh_token)
  const again = await app.sql<{ n: number }>(
    // The user who signs in by a code may be listed already.
    `SELECT count(*)::int AS n FROM access_tokens t JOIN users u ON u.user_id = t.principal_user_id
      WHERE t.grant_type = 'authorization_code' AND u.username = 'ada'`,
  )
  expect(again).toEqual([{ n: 2 }])

  // A token that the server revoked early is renewed after a 401.
  await app.sql(`UPDATE access_tokens SET expires_at = now() - interval '1 minute' WHERE grant_type <> 'personal'`)
  expect((await svc('status')).code).toBe(0)

  expect(await svc('logout')).toMatchObject({ code: 0, out: 'Signed out of harbour-works\n', err: '' })
  expect(readStoredFile(home, 'credentials.json')).toEqual({})
  const { access_token } = after
  expect((await app.createClient(access_token).get('/v1/me')).status).toBe(401)
  expect((await svc('status')).err).toBe('svc: You are not signed in. Sign in: svc login\n')
})

test('a denied sign-in is reported, and an ended connection asks for another sign-in', async () => {
  const home = createHome()
  const svc = createRunner(home)
  const refused = await signIn(svc, [], 'deny')
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('You denied the request') })
  expect((await signIn(svc)).code).toBe(0)
  const { data } = (await ada.get('/v1/me/connected-apps')).body
  for (const { grant_id } of data) await ada.delete(`/v1/me/connected-apps/${grant_id}`)
  const ended = await svc('tasks list')
  expect(ended.code).toBe(3)
  expect(ended.err).toContain('The sign-in of context "harbour-works" has ended. Sign in again: svc login')
})

test('each organization is a context, chosen by name, folder or variable', async () => {
  const home = createHome()
  const svc = createRunner(home)
  const other = await createOrganization(ada, { name: 'Öresund Pilots' })
  await signIn(svc)
  await signIn(svc, [], 'allow', other.org_id)
  const readOrganizationName = async (args: string[], options = {}) =>
    (await svc('status', ['--json=org_name', ...args], options)).json.org_name
  expect(await readOrganizationName([])).toBe('Öresund Pilots')
  expect((await svc('context list', ['--ids'])).out).toBe('harbour-works\noresund-pilots\n')
  expect((await svc('context use', ['harbour-works'])).out).toBe('Now in Harbour Works as ada\n')
  expect(await readOrganizationName([])).toBe('Harbour Works')
  expect(await readOrganizationName(['--context', 'oresund-pilots'])).toBe('Öresund Pilots')
  expect(await readOrganizationName([], { env: { SVC_CONTEXT: 'oresund-pilots' } })).toBe('Öresund Pilots')
  writeFileSync(join(home, '.svc.json'), '{"context": "oresund-pilots"}')
  expect(await readOrganizationName([])).toBe('Öresund Pilots')
  const unknown = await svc('context use', ['nowhere'])
  expect(unknown).toMatchObject({
    code: 3,
    err: expect.stringContaining('Contexts: harbour-works, oresund-pilots.'),
  })
})

test('a stored token is sent only to the server that issued it, whatever a variable says', async () => {
  const requested: string[] = []
  const strange = createServer(({ headers }, response) => {
    requested.push(String(headers.authorization))
    response.end('{}')
  })
  await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve))
  const SVC_URL = `http://127.0.0.1:${(strange.address() as AddressInfo).port}`
  const home = createHome()
  const svc = createRunner(home)
  const token =
    (await signIn(svc, ['--scopes', 'tasks:read', '--context', 'read'])) &&
    readStoredFile(home, 'credentials.json').read
  expect(token.scope).toBe('tasks:read')
  const refused = await svc('tasks list', [], { env: { SVC_URL } })
  expect(refused).toMatchObject({
    code: 3,
    err: expect.stringContaining(`You are not signed in to ${SVC_URL}`),
  })
  expect(requested).toEqual([])
  const given = await svc('login', ['--with-token', '--json'], {
    input: `${token.access_token}\n`,
    env: { SVC_URL: app.url },
  })
  expect(given.json).toMatchObject({ context: 'read', username: 'ada', org_id })
  strange.close()
})

test('without a display a user signs in by a code', async () => {
  const done = await signedInByCode
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Signed in to Harbour Works as ben') })
  expect(done.err).toContain(`Open ${app.url}/oauth/device\n`)
  expect(done.err).toContain('Continue only if you started this sign-in yourself.')
  const svc = createRunner(deviceHome)
  expect((await svc('tasks list')).code).toBe(0)
  expect((await svc('logout')).code).toBe(0)
})
