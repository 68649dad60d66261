import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { insertMembership, addMember, createOrganization, createProject } from '../support/factories.ts'
import {
  submitConsent,
  openAuthorization,
  startAuthorization,
  Browser,
  connectApp,
  readFormToken,
  redeemCode,
  registerApp,
  sendForm as send,
  type LoadedPage,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const ben = await app.signIn('ben')
const otto = await app.signIn('otto')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
await addMember(ada, org_id, ben)
await createOrganization(otto, { name: 'Elsewhere' })
const client = await registerApp(ada, org_id)

async function openConsentPage(person: string, browser = new Browser(), testClient = client): Promise<LoadedPage> {
  const { url } = await startAuthorization(testClient)
  return openAuthorization(app, browser, url, person)
}
const listItems = (text: string) => [...text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, words]) => words)

describe('the consent page', () => {
  test('names the app, the user, the organization, the scopes and what stays hidden', async () => {
    const { text, status } = await openConsentPage('ben')
    expect(status).toBe(200)
    expect(text).toContain('<title>Connect Harbour board?</title>')
    expect(text).toContain('<strong>ben</strong> (ben@dev.invalid)')
    expect(text).toContain('<strong>Harbour Works</strong>')
    expect(text).toContain('there as member')
    expect(text).toMatch(/It also gets your username and email address/)
    expect(text).toContain('Registered by your organization Harbour Works.')
    expect(text).toContain('<strong>board.example.com</strong>')
    expect(listItems(text)).toEqual([
      'See, create, change and delete tasks, comments, attachments, sections and saved views',
      'See projects, with their members, resources, goals, roadmaps and statistics',
      'your password, or how you sign in',
      'your other organizations',
      'teams',
      'the members and settings of the organization',
      'webhooks',
    ])
  })

  test('says what outlasts the connection, to users who can create it', async () => {
    const allowed_scopes = ['tasks:write', 'webhooks:write', 'org:write']
    const of = await registerApp(ada, org_id, { allowed_scopes })
    const [, after] = (await openConsentPage('ada', new Browser(), of)).text.split('When you disconnect it')
    expect(after).toContain('What it created and changed remains')
    expect(listItems(after!)).toEqual([
      'Webhooks it creates keep sending events to other servers until they are deleted',
      'Invitations it sends can be accepted until they are canceled or expire',
    ])
    const admin = await registerApp(ada, org_id, { allowed_scopes: ['admin'] })
    const [, all] = (await openConsentPage('ada', new Browser(), admin)).text.split('When you disconnect it')
    expect(listItems(all!)).toHaveLength(3)
    const [, member] = (await openConsentPage('ben', new Browser(), of)).text.split('When you disconnect it')
    expect(listItems(member!)).toEqual([])
  })

  test('says that write access includes read access', async () => {
    const allowed_scopes = ['tasks', 'projects', 'teams', 'org', 'webhooks'].map((area) => `${area}:write`)
    const { text } = await openConsentPage('ben', new Browser(), await registerApp(ada, org_id, { allowed_scopes }))
    const able = listItems(text.split('It will not see')[0]!)
    expect(able).toHaveLength(5)
    for (const sentence of able) expect(sentence).toMatch(/^See(,| and)/)
  })

  test('needs no script, no frame and nothing external, and is not cached', async () => {
    const { headers, text } = await openConsentPage('ben')
    const policy = headers.get('content-security-policy')!
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).not.toMatch(/<script|<img|<link|<iframe|src=|url\(|@import/)
  })

  test('shows the name of an app as text', async () => {
    const name = `<b onclick="x('y')">&amp;`
    const links = { homepage_url: 'https://a.example/?a="><script>', privacy_url: "https://a.example/?b='&c" }
    const { text } = await openConsentPage('ada', new Browser(), await registerApp(ada, org_id, { name, ...links }))
    expect(text).toContain('&lt;b onclick=&quot;x(&#39;y&#39;)&quot;&gt;&amp;amp;')
    expect(text).toContain('href="https://a.example/?a=&quot;&gt;&lt;script&gt;"')
    expect(text).toContain('href="https://a.example/?b=&#39;&amp;c"')
    expect(text).not.toMatch(/<b |<script/)
  })

  test('asks for the organization first when there are several', async () => {
    const cleo = await app.signIn('cleo')
    const mine = await createOrganization(cleo, { name: 'Cleo & Co' })
    await addMember(ada, org_id, cleo, 'guest')
    const browser = new Browser()
    const first = await openConsentPage('cleo', browser)
    expect(first.text).toContain('Cleo &amp; Co')
    expect(first.text).not.toContain('name="answer" value="allow"')
    const chooseOrganization = (org: string) => browser.open(`${first.url.href}?org=${org}`, [app.url])
    expect((await chooseOrganization(org_id)).text).toContain('there as guest')
    expect((await chooseOrganization(mine.org_id)).text).toContain('there as owner')
    const foreign = await createOrganization(otto)
    expect((await chooseOrganization(foreign.org_id)).text, 'another’s organization is no choice').toContain(
      'Choose one:',
    )
    const back = await submitConsent(app, browser, await chooseOrganization(mine.org_id), {
      answer: 'allow',
      org: mine.org_id,
    })
    expect(back.url.searchParams.has('code')).toBe(true)
  })

  test('offers no consent when the app may have none of the requested scopes', async () => {
    const board = await registerApp(ada, org_id, { allowed_scopes: ['tasks:read', 'org:read'] })
    const [browser, begun] = [new Browser(), await startAuthorization(board, { scope: 'tasks:read' })]
    const page = await openAuthorization(app, browser, begun.url, 'ben')
    expect(page.text).toContain('value="allow"')
    const body = { allowed_scopes: ['org:read'] }
    expectStatus(await ada.patch(`/v1/oauth/clients/${board.client_id}`, { body }), 200)
    const again = await browser.open(page.url, [app.url])
    expect(again.text).toContain('The app can no longer request any of these permissions.')
    expect(again.text).not.toContain('value="allow"')
  })

  test('creates an organization for a user without one, once, as the API does', async () => {
    const nora = await app.signIn('nora')
    const browser = new Browser()
    const page = await openConsentPage('nora', browser)
    expect(page.text).toContain('You are not a member of an organization yet')
    expect(page.text).toContain('there as owner')
    const path = page.url.pathname
    for (const name of ['', '  ', 'x'.repeat(121)]) {
      const again = await send(app, browser, page, path, { answer: 'allow', org: 'new', name })
      expect([again.status, again.text]).toEqual([422, expect.stringContaining('a name of 1 to 120 characters')])
    }
    const named = { answer: 'allow', org: 'new', name: 'Nora’s <b>boats</b>' }
    const responses = await Promise.all([1, 2, 3].map(() => send(app, browser, page, path, named)))
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 400, 400])
    const { data } = expectStatus(await nora.get('/v1/organizations'), 200)
    expect(data).toMatchObject([{ name: named.name, role: 'owner', member_count: 1 }])
    const [{ org_id: created }] = data
    const audit = expectStatus(await nora.get('/v1/audit', { query: { org_id: created } }), 200).data
    expect(audit.map(({ action, after }: { action: string; after: object }) => [action, after])).toMatchObject([
      ['oauth_grant.created', { client_id: client.client_id }],
      ['org.created', { name: named.name }],
    ])
    const loadedPage = await openConsentPage('nora', browser)
    expect(loadedPage.text).toContain('Nora’s &lt;b&gt;boats&lt;/b&gt;')
    const another = await browser.open(`${loadedPage.url.href}?org=new`, [app.url])
    expect(another.text).toContain('A new one is created for it')
    const denied = await submitConsent(app, browser, another, { answer: 'deny', org: 'new', name: 'Not made' })
    expect(denied.url.searchParams.get('error')).toBe('access_denied')
    expect(expectStatus(await nora.get('/v1/organizations'), 200).data).toHaveLength(1)
  })

  test('lists the projects that the user can see, and accepts no other', async () => {
    const guest = await app.signIn('gast')
    await insertMembership(guest, org_id, 'guest')
    const [open, hidden] = [
      await createProject(ada, org_id, { name: 'Open <quay>' }),
      await createProject(ada, org_id, { name: 'Hidden', visibility: 'private' }),
    ]
    const browser = new Browser()
    const page = await openConsentPage('ben', browser)
    expect(page.text).toContain('Open &lt;quay&gt;')
    expect(page.text).not.toContain('Hidden')
    expect((await openConsentPage('gast')).text).not.toContain('Open &lt;quay&gt;')
    const chooseOrganization = (projects: string[]) =>
      submitConsent(app, browser, page, { answer: 'allow', org: org_id, projects: 'some', project: projects })
    for (const [projects, problem] of [
      [[], 'Choose at least one project'],
      [[open.project_id, hidden.project_id], 'One of the projects no longer exists'],
      [['PNOTHING'], 'One of the projects no longer exists'],
    ] as const) {
      const again = await chooseOrganization([...projects])
      expect([again.status, again.text]).toEqual([422, expect.stringContaining(problem)])
    }
    const back = await chooseOrganization([open.project_id, open.project_id])
    expect(back.url.searchParams.has('code')).toBe(true)
  })
})

describe('an unreviewed app', () => {
  const warning = 'This app is not reviewed.'
  test('has a warning outside its organization, until it is listed', async () => {
    expect((await openConsentPage('ben')).text).not.toContain(warning)
    expect((await openConsentPage('otto')).text).toContain(warning)
    await app.sql(`UPDATE oauth_clients SET review_state = 'listed' WHERE client_id = $1`, [client.client_id])
    expect((await openConsentPage('otto')).text).not.toContain(warning)
    await app.sql(`UPDATE oauth_clients SET review_state = 'private' WHERE client_id = $1`, [client.client_id])
  })

  test('can still be connected', async () => {
    const { data } = expectStatus(await otto.get('/v1/organizations'), 200)
    const back = await connectApp(client, 'otto', { org_id: data[0].org_id })
    expectStatus(await app.createClient((await redeemCode(client, back)).access_token).get('/v1/me'), 200)
  })
})

describe('a consent response', () => {
  const allow = { answer: 'allow', org: org_id }
  const countGrants = async () => (await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM oauth_grants'))[0]!.n

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['without the page’s token', { form: '' }, {}],
    ['with a made up token', { form: 'x'.repeat(43) }, {}],
    ['from another site', {}, { origin: 'https://evil.example' }],
    ['from a sandboxed frame', {}, { origin: 'null' }],
    ['from no page at all', {}, { origin: '' }],
    ['from a lookalike', {}, { origin: `${app.url}.evil.example` }],
  ])('%s is rejected', async (_, form, headers) => {
    const browser = new Browser()
    const page = await openConsentPage('ben', browser)
    const before = await countGrants()
    for (const path of [page.url.pathname, `${page.url.pathname}/sign-out`]) {
      const refused = await send(app, browser, page, path, { ...allow, ...form }, headers)
      expect([refused.status, refused.location]).toEqual([403, null])
    }
    expect(await countGrants()).toBe(before)
    expect((await submitConsent(app, browser, page, allow)).url.searchParams.has('code')).toBe(true)
  })

  test('with the token of another request or another session is rejected', async () => {
    const [mine, theirs] = [new Browser(), new Browser()]
    const [page, other] = [await openConsentPage('ben', mine), await openConsentPage('ada', theirs)]
    const second = await openConsentPage('ben', mine)
    for (const stolen of [other, second]) {
      const refused = await send(app, mine, page, page.url.pathname, { ...allow, form: readFormToken(stolen) })
      expect(refused.status).toBe(403)
    }
  })

  test('is accepted once', async () => {
    const browser = new Browser()
    const page = await openConsentPage('ben', browser)
    const before = await countGrants()
    const first = await send(app, browser, page, page.url.pathname, allow)
    expect([first.status, first.location]).toEqual([303, `${page.url.pathname}/back`])
    for (const again of [allow, { answer: 'deny' }]) {
      const refused = await send(app, browser, page, page.url.pathname, again)
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('This request is no longer valid')])
    }
    expect(await countGrants()).toBe(before + 1)
  })

  test('sent five times concurrently counts once', async () => {
    const browser = new Browser()
    const page = await openConsentPage('ben', browser)
    const before = await countGrants()
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => send(app, browser, page, page.url.pathname, allow)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400, 400])
    expect(await countGrants()).toBe(before + 1)
  })

  test('redirects to the app once', async () => {
    const browser = new Browser()
    const page = await openConsentPage('ben', browser)
    await send(app, browser, page, page.url.pathname, allow)
    const onward = page.url.pathname.replace('/consent/', '/authorize/')
    const cookies = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const visit = () => fetch(`${app.url}${onward}`, { redirect: 'manual', headers: { cookie: cookies } })
    const visits = await Promise.all([visit(), visit(), visit()])
    expect(visits.map(({ status }) => status).sort()).toEqual([303, 400, 400])
  })

  test('is accepted only in the browser of the request', async () => {
    const [mine, theirs] = [new Browser(), new Browser()]
    const page = await openConsentPage('ben', mine)
    await openConsentPage('ada', theirs)
    const seen = await theirs.open(page.url, [app.url])
    expect([seen.status, seen.text]).toEqual([400, expect.stringContaining('was started in another browser')])
    const back = await theirs.open(`${app.url}${page.url.pathname.replace('consent', 'authorize')}`, [app.url])
    expect(back.status).toBe(400)
  })

  test('for an organization that the user is not a member of is rejected', async () => {
    const { data } = expectStatus(await otto.get('/v1/organizations'), 200)
    const browser = new Browser()
    const page = await openConsentPage('ben', browser)
    const before = await countGrants()
    for (const org of [data[0].org_id, '00000000-0000-7000-8000-000000000000', 'nothing'])
      expect((await send(app, browser, page, page.url.pathname, { ...allow, org })).status).toBeGreaterThanOrEqual(400)
    expect(await countGrants()).toBe(before)
  })

  test('is accepted for half an hour', async () => {
    const mine = await startApp({ engine: app.engine })
    const cleo = await mine.signIn('cleo')
    const created = await createOrganization(cleo)
    const board = await registerApp(cleo, created.org_id)
    const browser = new Browser()
    const page = await openAuthorization(mine, browser, (await startAuthorization(board)).url, 'cleo')
    mine.clock.advance(31 * 60_000)
    expect((await browser.open(page.url, [mine.url])).text).toContain('This request is no longer valid')
    await mine.stop()
  })
})
