import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createOrganization } from '../support/factories.ts'
import {
  submitConsent,
  openAuthorization,
  startAuthorization,
  Browser,
  registerApp,
  sendForm,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada, { name: 'Harbour Works' })
const client = await registerApp(ada, org_id)

async function openConsentPage() {
  const browser = new Browser()
  return { browser, page: await openAuthorization(app, browser, (await startAuthorization(client)).url, 'ada') }
}

describe('a forged form', () => {
  test.each<[string, number, Record<string, string>]>([
    ['a token of other characters', 403, { form: 'é'.repeat(43) }],
    ['a token with a NUL', 403, { form: `${'x'.repeat(42)}\0` }],
    ['a project with a NUL', 403, { projects: 'some', project: 'P\0' }],
    ['a project that is half a character', 422, { projects: 'some', project: '\ud800' }],
    ['a project that is long', 422, { projects: 'some', project: 'x'.repeat(60_000) }],
    ['more than a form holds', 403, { projects: 'some', project: 'x'.repeat(70_000) }],
    ['an organization with a NUL', 403, { org: '\0' }],
  ])('with %s is rejected as such: %i', async (_, status, form) => {
    const { browser, page } = await openConsentPage()
    const allow = { answer: 'allow', org: org_id }
    const refused = await sendForm(app, browser, page, page.url.pathname, { ...allow, ...form })
    expect(refused.status).toBe(status)
    expect((await submitConsent(app, browser, page, allow)).url.searchParams.has('code')).toBe(true)
  })
})

describe('a forged URL', () => {
  test('does not lead to another page', async () => {
    for (const [step, path] of [
      ['back', '/oauth/authorize/'],
      ['again', '/oauth/consent/'],
    ]) {
      const uid = '..%2F..%2F..%2F%2Fevil.example%2F%22%3E'
      const text = await (await fetch(`${app.url}/oauth/consent/${uid}/${step}`)).text()
      expect(text).toContain(`content="0;url=${path}${uid}`)
    }
  })

  test.each(['?org=%00', '?org=a&org=b', '?org[__proto__]=x', '?again=&org=%'])(
    'is shown as if %s were absent',
    async (query) => {
      const { browser, page } = await openConsentPage()
      const loadedPage = await browser.open(`${app.url}${page.url.pathname}${query}`, [app.url])
      expect(loadedPage.status === 200 || loadedPage.url.origin !== app.url).toBe(true)
    },
  )
})

describe('a user who goes back in the browser after submitting', () => {
  test('sees that the request is over', async () => {
    const { browser, page } = await openConsentPage()
    await sendForm(app, browser, page, page.url.pathname, { answer: 'allow', org: org_id })
    const path = page.url.pathname.replace('/consent/', '/authorize/')
    const cookie = browser.buildCookieHeader(new URL(path, app.url))
    const visit = () => fetch(`${app.url}${path}`, { redirect: 'manual', headers: { cookie } })
    expect((await visit()).status).toBe(303)
    const again = await visit()
    expect([again.status, await again.text()]).toEqual([
      400,
      expect.stringContaining('This request is no longer valid'),
    ])
  })
})
