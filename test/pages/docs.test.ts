import { Agent, fetch } from 'undici'
import { describe, expect, test } from 'vitest'
import { long } from '../chaos/sizes.ts'
import { startApp } from '../support/app.ts'
import { chromiumPath } from '../support/chromium.ts'
import { seriousFindings, useChromium } from '../support/pages.ts'

const app = await startApp()
const newPage = useChromium()
const visitor = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const document = (await app.anonymous.get('/openapi.public.json')).body

interface Called {
  operationId: string
  tags: string[]
}
const operations = Object.values<Record<string, Called>>(document.paths).flatMap((methods) =>
  Object.values(methods).filter((one) => one.operationId),
)

test('every operation and every object is told of, and no link leads nowhere or outside', async () => {
  const dispatcher = new Agent({ connections: 4 })
  const pages = new Map<string, string>()
  const waiting = ['/about', '/docs']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const answer = await fetch(app.url + path, { headers: visitor, dispatcher })
    expect([path, answer.status]).toEqual([path, 200])
    const html = answer.headers.get('content-type')!.startsWith('text/html') ? await answer.text() : ''
    await answer.body?.cancel().catch(() => undefined)
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

test('a page that a browser has is not sent again', async () => {
  const { headers } = await app.anonymous.get('/docs/tasks')
  const again = await app.anonymous.get('/docs/tasks', { headers: { 'if-none-match': headers.etag! } })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await app.anonymous.get('/docs/nothing')).status).toBe(404)
})

describe('a search', () => {
  const found = async (query: string) => {
    const reply = await app.anonymous.get(`/docs/search?${query}`, { headers: visitor })
    expect(reply.status).toBe(200)
    return {
      text: reply.text,
      links: [...reply.text.matchAll(/<li><b>\w+<\/b>.*?href="([^"]+)"/g)].map(([, to]) => to),
    }
  }

  test.each([
    ['q=tasks.create', '/docs/tasks#tasks.create'],
    ['q=Create+a+sprint', '/docs/sprints#sprints.create'],
    ['q=%2Fv1%2Faudit.csv', '/docs/audit#audit.export'],
    ['q=POST+%2Fv1%2Ftokens', '/docs/tokens#tokens.create'],
    ['q=TASKSUMMARY', '/docs/objects/TaskSummary'],
    ['q=filter[due_before]', '/docs/tasks#tasks.list'],
    ['q=if-match+milestone', '/docs/milestones#milestones.update'],
    ['q=tasks.create&q=', '/docs/tasks#tasks.create'],
  ])('for %s finds %s', async (query, link) => {
    expect((await found(query)).links).toContain(link)
  })

  test('puts what is named so before what only speaks of it', async () => {
    expect((await found('q=milestones.list')).links[0]).toBe('/docs/milestones#milestones.list')
  })

  test.each([
    ['q=zzzz', 'Nothing holds'],
    ['q=tasks+zzzz', 'Nothing holds'],
    ['q=', 'Enter a word'],
    ['', 'Enter a word'],
    [`q=${'x'.repeat(5000)}`, 'Nothing holds'],
  ])('for %s says so', async (query, words) => {
    const { text, links } = await found(query)
    expect([links, text.includes(words)]).toEqual([[], true])
  })

  test('shows what was searched as text', async () => {
    const { text } = await found(`q=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`)
    expect(text).not.toContain('<img')
    expect(text).toContain('value="&quot;&gt;&lt;img')
  })
})

test.each(['/openapi.json', '/openapi.public.json'])(
  '%s is the document, with whom to turn to',
  async (path) => {
    const { status, headers, body } = await app.anonymous.get(path)
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body.info.contact).toEqual({ name: 'The operators of this server', url: `${app.url}/about` })
    expect(body).toEqual(document)
  },
)

test('every list in a query is told as separated by commas', () => {
  interface Parameter {
    name: string
    in: string
    explode?: boolean
    schema: { type?: string }
  }
  const methods = Object.values<Record<string, { parameters?: object[] }>>(document.paths).flatMap((one) =>
    Object.values(one),
  )
  const lists = [
    ...methods.flatMap(({ parameters = [] }) => parameters),
    ...Object.values<object>(document.components.parameters),
  ].filter((one): one is Parameter => 'name' in one && (one as Parameter).schema.type === 'array')
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['fields', 'types', 'scope_ids', 'filter[tags]']),
  )
  expect(lists.filter(({ explode }) => explode !== false).map(({ name }) => name)).toEqual([])
})

const allLooks = [
  ['light', { colorScheme: 'light', viewport: { width: 1300, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1300, height: 900 } }],
  ['on a phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const
/** In a check each colour and each width once. */
const looks = long ? allLooks : [allLooks[0], allLooks[2]]

describe.skipIf(!chromiumPath).each(looks)('in Chromium, %s,', (_, options) => {
  test('the pages ask nothing of another origin, keep to their policy, fit, and axe finds nothing serious', async () => {
    const { page, origins, complaints } = await newPage({ javaScriptEnabled: true, ...options })
    const faults: string[] = []
    const look = async (path: string) => {
      const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth'
      const styled = `getComputedStyle(document.querySelector('main')).padding !== '0px'`
      if (!(await page.evaluate<boolean>(fits))) faults.push(`${path} is too wide`)
      if (!(await page.evaluate<boolean>(styled))) faults.push(`${path} has no style`)
      faults.push(...(await seriousFindings(page)).map((finding) => `${path}: ${finding}`))
    }
    await page.goto(`${app.url}/about`)
    await look('/about')
    await page.getByRole('link', { name: 'The API reference' }).click()
    await page.waitForURL(`${app.url}/docs`)
    await look('/docs')
    await page.getByRole('searchbox', { name: 'Search the reference' }).fill('Create a sprint')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.url}/docs/search?q=Create+a+sprint`)
    await look('/docs/search')
    await page.getByRole('link', { name: 'Create a sprint', exact: true }).click()
    await page.waitForURL(`${app.url}/docs/sprints#sprints.create`)
    await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    await look('/docs/sprints')
    await page
      .locator('main')
      .getByRole('link', { name: /^Sprint/ })
      .first()
      .click()
    await page.waitForURL(`${app.url}/docs/objects/*`)
    await look('/docs/objects')
    expect(faults).toEqual([])
    expect([...origins]).toEqual([app.url])
    expect(complaints).toEqual([])
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Search'])
    await page.context().close()
  })
})
