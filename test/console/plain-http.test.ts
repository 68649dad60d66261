import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { chromiumPath, openSite } from '../support/chromium.ts'
import { findFreePort } from '../support/postgres.ts'
import { openProvider } from '../support/provider.ts'

/** Returns the status of a request that a page sends, with the browser's own headers. */
const sendRequest = (page: Page, url: string, method: string) =>
  page.evaluate(
    ([at, how]) =>
      fetch(at!, {
        method: how!,
        credentials: 'include',
        headers: { 'content-type': 'application/json', 'x-csrf': '1' },
        ...(how === 'POST' && { body: '{"name":"Harbour"}' }),
      }).then(
        ({ status }) => status,
        () => 0,
      ),
    [url, method],
  )

describe.skipIf(!chromiumPath)('in Chromium, on plain http that is not loopback', () => {
  let browser: Browser | undefined
  afterAll(() => browser?.close())

  test('a signed-in user reads and writes, and other sites cannot', async () => {
    const port = await findFreePort()
    const url = `http://tasks.example.test:${port}`
    const provider = await openProvider()
    const env = { PORT: String(port), BASE_URL: url, OIDC_ISSUER: provider.url }
    await startApp({ env })
    browser = await chromium.launch({
      executablePath: chromiumPath!,
      args: ['--host-resolver-rules=MAP *.example.test 127.0.0.1', '--no-sandbox'],
    })
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${url}/auth/sign-in?to=/t/T1`)
    await page.waitForURL(`${url}/t/T1`)
    expect(await page.evaluate('isSecureContext')).toBe(false)
    expect(await sendRequest(page, '/v1/me', 'GET')).toBe(200)
    expect(await sendRequest(page, '/v1/organizations', 'POST')).toBe(201)

    await page.goto(`${url}/`)
    await page.getByText('My work').first().waitFor()

    const site = await openSite('<title>another site</title>')
    const outsider = await context.newPage()
    // Another port of the same host is the same site, to which browsers send the cookie too.
    for (const host of ['evil.example.test', 'tasks.example.test']) {
      await outsider.goto(site.url.replace('127.0.0.1', host))
      expect(await sendRequest(outsider, `${url}/v1/organizations`, 'POST')).toBe(0)
      expect(await sendRequest(outsider, `${url}/v1/me`, 'GET')).toBe(0)
    }
    await site.close()

    const out = await page.evaluate(() =>
      fetch('/auth/sign-out', { method: 'POST', headers: { 'x-csrf': '1' } }).then(({ status }) => status),
    )
    expect(out).toBe(200)
    expect(await sendRequest(page, '/v1/me', 'GET')).toBe(401)
    provider.close()
  })
})
