import { describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { chromiumPath, openSite } from '../support/chromium.ts'
import { submitSignIn, useChromium } from '../support/pages.ts'

const app = await startApp()
const newPage = useChromium()

/** Creates an organization from a page of any origin; returns the status or the network error. */
const make = (url: string) =>
  fetch(`${url}/v1/organizations`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: '{"name":"Harbour"}',
  }).then(
    ({ status }) => status,
    (error: Error) => error.message,
  )

describe.skipIf(!chromiumPath)('in Chromium', () => {
  test('a signed-in user is known to our pages only, until they sign out', async () => {
    const { page, complaints } = await newPage({ javaScriptEnabled: true })
    await page.goto(`${app.url}/auth/sign-in?to=/t/T1`)
    await submitSignIn(page, 'ada')
    await page.waitForURL(`${app.url}/t/T1`)
    const readMe = () => page.evaluate(() => fetch('/v1/me').then(({ status }) => status))
    expect([await readMe(), await page.evaluate(make, app.url)]).toEqual([200, 201])
    expect(complaints.filter((one) => /Content Security Policy|TrustedScript/.test(one))).toEqual([])

    const popup = page.waitForEvent('popup')
    const closing = page.evaluate<string>(`new Promise((resolve) => {
      new BroadcastChannel('svc-sign-in').onmessage = ({ data }) => resolve(data)
      window.open('/auth/sign-in?popup=1', 'svc-sign-in', 'popup')
    })`)
    const again = await popup
    const closed = again.waitForEvent('close')
    await submitSignIn(again, 'ada')
    expect(await closing).toBe('signed-in')
    await closed
    expect(await readMe()).toBe(200)

    const site = await openSite('<title>another site</title>')
    const outsider = await page.context().newPage()
    // Another host name is another site; another port of the same name is the same site.
    for (const url of [site.url, site.url.replace('127.0.0.1', 'localhost')]) {
      await outsider.goto(url)
      expect(await outsider.evaluate(make, app.url)).toBe('Failed to fetch')
    }
    await site.close()
    expect((await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM organizations'))[0]!.n).toBeLessThan(3)

    const signOut = () =>
      page.evaluate(() =>
        fetch('/auth/sign-out', { method: 'POST', headers: { 'x-csrf': '1' } }).then((response) => response.json()),
      )
    expect(await signOut()).toEqual({ to: `${app.url}/` })
    expect(await readMe()).toBe(401)
    await page.context().close()
  })
})
