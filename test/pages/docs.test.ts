import { Agent, fetch } from 'undici'
import { describe, expect, test } from 'vitest'
import { isLongRun } from '../resilience/sizes.ts'
import { startApp } from '../support/app.ts'
import { chromiumPath } from '../support/chromium.ts'
import { listSeriousViolations, useChromium } from '../support/pages.ts'

const app = await startApp()
const newPage = useChromium()
const visitor = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const document = (await app.anonymous.get('/openapi.public.json')).body

interface RequestedOperation {
  operationId: string
  tags: string[]
}
const operations = Object.values<Record<string, RequestedOperation>>(document.paths).flatMap((methods) =>
  Object.values(methods).filter((one) => one.operationId),
)

test('every operation and every schema is documented, and no link is broken or external', async () => {
  const dispatcher = new Agent({ connections: 4 })
  const pages = new Map<string, string>()
  const waiting = ['/about', '/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const response = await fetch(app.url + path, { headers: visitor, dispatcher })
    expect([path, response.status]).toEqual([path, 200])
    const html = response.headers.get('content-type')!.startsWith('text/html') ? await response.text() : ''
    await response.body?.cancel().catch(() => undefined)
    pages.set(path, html)
    const links = [...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link!)
    expect([path, links.filter((link) => !/^[/#](?!\/)/.test(link))]).toEqual([path, []])
    waiting.push(...links.map((link) => link.split('#')[0]!).filter((link) => link !== ''))
  }
  await dispatcher.close()
  expect(operations.length).toBeGreaterThan(150)
  for (const { operationId, tags } of operations) {
    expect(pages.get('/docs')).toContain(`/docs/${tags[0]}#${operationId}"`)
    expect(pages.get(`/docs/${tags[0]}`)).toContain(`<section id="${operationId}">`)
  }
  expect(pages.get('/docs/tasks')).toContain('href="/docs/objects/')
})

test('a cached page is not sent again', async () => {
  const { headers } = await app.anonymous.get('/docs/tasks')
  const again = await app.anonymous.get('/docs/tasks', { headers: { 'if-none-match': headers.etag! } })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await app.anonymous.get('/docs/nothing')).status).toBe(404)
})

const allLooks = [
  ['light', { colorScheme: 'light', viewport: { width: 1300, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1300, height: 900 } }],
  ['on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const
/** Covers each theme and each width once during a check. */
const looks = isLongRun ? allLooks : [allLooks[0], allLooks[2]]

describe.skipIf(!chromiumPath).each(looks)('in Chromium, %s,', (_, options) => {
  test('the pages load nothing from another origin, follow their policy, fit, and axe finds nothing serious', async () => {
    const { page, origins, complaints } = await newPage({ javaScriptEnabled: true, ...options })
    const faults: string[] = []
    const measurePage = async (path: string) => {
      const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
      const styled = `getComputedStyle(document.querySelector('main')).padding !== '0px'`
      if (!(await page.evaluate<boolean>(fits))) faults.push(`${path} is too wide`)
      if (!(await page.evaluate<boolean>(styled))) faults.push(`${path} has no style`)
      faults.push(...(await listSeriousViolations(page)).map((finding) => `${path}: ${finding}`))
    }
    await page.goto(`${app.url}/about`)
    await measurePage('/about')
    await page.getByRole('link', { name: 'API reference' }).click()
    await page.waitForURL(`${app.url}/docs`)
    await measurePage('/docs')
    await page.getByRole('link', { name: 'Create a sprint', exact: true }).click()
    await page.waitForURL(`${app.url}/docs/sprints#sprints.create`)
    await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    await measurePage('/docs/sprints')
    await page
      .locator('main')
      .getByRole('link', { name: /^Sprint/ })
      .first()
      .click()
    await page.waitForURL(`${app.url}/docs/objects/*`)
    await measurePage('/docs/objects')
    await page.getByRole('searchbox', { name: 'Search the reference' }).filter({ visible: true }).fill('rotate secret')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.url}/docs/search?q=rotate+secret`)
    await measurePage('/docs/search')
    expect(faults).toEqual([])
    expect([...origins]).toEqual([app.url])
    expect(complaints).toEqual([])
    await expect.poll(() => page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual(['Search'])
    await page.context().close()
  })
})

describe('the search', () => {
  const search = async (query: string) => {
    const response = await app.anonymous.get(`/docs/search?q=${encodeURIComponent(query)}`, {
      headers: visitor,
    })
    return {
      ...response,
      links: [...response.text.matchAll(/<li><a href="([^"]*)">[^<]*<\/a><code/g)].map(([, link]) => link!),
    }
  }

  test.each<[query: string, first: RegExp]>([
    ['tasks.create', /^\/docs\/tasks#tasks\.create$/],
    ['POST /v1/tasks', /^\/docs\/tasks#tasks\./],
    ['rotate secret', /rotate_secret$/],
    ['ROTATE SECRET', /rotate_secret$/],
    ['Task', /^\/docs\/objects\/Task$/],
    ['parent_comment_id', /comments?#|objects\/TaskComment/i],
    ['filter[overdue]', /^\/docs\/tasks#tasks\.(list|count)$/],
  ])('for %j the first result is %s', async (query, first) => {
    const { status, links } = await search(query)
    expect([status, links[0]]).toEqual([200, expect.stringMatching(first)])
  })

  test.each(['', '   ', 'no-such-word-anywhere', '<script>alert(1)</script>', 'a'.repeat(5000), '%00'])(
    'finds nothing for %j, and says so',
    async (query) => {
      const { status, text, links } = await search(query)
      expect([status, links]).toEqual([200, []])
      expect(text).not.toContain('<script')
      expect(text).toMatch(query.trim() === '' ? /Enter a word/ : /0 results/)
    },
  )
})
