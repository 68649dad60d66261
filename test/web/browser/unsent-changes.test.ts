import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from '../../support/chromium.ts'
import { expectStatus } from '../../support/client.ts'
import { createOrganization, createTask } from '../../support/factories.ts'
import { spawnServer, type ServerProcess } from '../../support/spawn.ts'
import { readBrowserStorage } from '../support/browser-storage.ts'
import { useConsole } from '../support/console.ts'
import { ChunkSizes } from '../support/sizes.ts'

const createRange = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

const parts = new ChunkSizes(resolve('dist-web'))
const loaded = `performance.getEntriesByType('resource').map(({ name }) => name).join()`

/** Page function that stores a value in a database of its own, and returns false if storage is full. */
const tryStoring = `new Promise((done) => {
  const opening = indexedDB.open('trial')
  opening.onupgradeneeded = () => opening.result.createObjectStore('values', { autoIncrement: true })
  opening.onerror = () => done(false)
  opening.onsuccess = () => {
    const transaction = opening.result.transaction('values', 'readwrite')
    const end = (isStored) => (opening.result.close(), done(isStored))
    transaction.oncomplete = () => end(true)
    transaction.onabort = () => end(false)
    transaction.objectStore('values').put('value')
  }
})`

let server = await spawnServer()
const at = { url: server.url }
const ada = await server.signIn('ada')
const { org_id } = await createOrganization(ada)
const { visit, watch } = useConsole()

/** Executes every third creation on the server, but loses its response. */
async function loseAnswers(page: Page): Promise<void> {
  let writes = 0
  await page.route('**/v1/tasks', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST' || writes++ % 3 !== 0) return route.continue()
    const own = { origin: at.url, 'sec-fetch-site': 'same-origin' }
    await route.fetch({ headers: { ...(await request.allHeaders()), ...own } }).catch(() => undefined)
    return route.abort()
  })
}

async function crash(): Promise<void> {
  const { port, dataDir }: ServerProcess = server
  await server.stop('SIGKILL')
  server = await spawnServer({ port, dataDir })
  Object.assign(ada.server, { dispatcher: server.dispatcher })
}

/** Sets a quota of one byte, and waits until writes fail: Chromium caches the free space for half a minute. */
async function fillStorage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: at.url, quotaSize: 1 })
  await expect.poll(() => page.evaluate(tryStoring), { timeout: 60_000, interval: 500 }).toBe(false)
}

async function listTitles(of: string): Promise<string[]> {
  const reply = await ada.get('/v1/tasks', { query: { org_id, limit: 100, sort_by: 'created_at' } })
  const found = (expectStatus(reply, 200).data as { title: string }[]).map(({ title }) => title)
  return found.filter((title) => title.startsWith(of)).sort()
}

describe.skipIf(!chromiumPath)('no change is lost or applied twice', () => {
  test('while the server is killed during writes, and responses are lost', { timeout: 240_000 }, async () => {
    watch.allowComplaints(/net::ERR_|status of 50\d/)
    const { page } = await visit({ at, as: 'ada', to: `/o/${org_id}/my`, offline: true })
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    await loseAnswers(page)
    await page.keyboard.press('c')
    const field = page.getByRole('dialog').getByRole('combobox')
    let crashing: Promise<void> | undefined
    for (const n of createRange(12)) {
      await field.fill(`Killed ${10 + n}`)
      await page.keyboard.press('Shift+Enter')
      if (n % 4 === 2) {
        await crashing
        crashing = crash()
      }
    }
    await crashing
    await expect.poll(() => listTitles('Killed'), { timeout: 60_000 }).toHaveLength(12)
    expect(await listTitles('Killed')).toEqual(createRange(12).map((n) => `Killed ${10 + n}`))
  })

  test('while the network is down, and the tab is closed', async () => {
    watch.allowComplaints(/net::ERR_/)
    const { page, offline, tab } = await visit({ at, as: 'ada', to: `/o/${org_id}/my`, offline: true })
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    // The part that adds a task loads after the page.
    await expect.poll(() => page.evaluate(loaded)).toContain(parts.getFile('features/quick-add/quick-add-dialog.tsx'))
    await offline(true)
    await page.keyboard.press('c')
    const field = page.getByRole('dialog').getByRole('combobox')
    for (const n of createRange(3)) {
      await field.fill(`Offline ${n}`)
      await page.keyboard.press('Shift+Enter')
    }
    await page.keyboard.press('Escape')
    await page.getByText('3 changes are waiting').waitFor()
    await page.close()
    await offline(false)
    const next = await tab()
    await next.goto(`${at.url}/o/${org_id}/my`)
    await expect.poll(() => listTitles('Offline')).toEqual(createRange(3).map((n) => `Offline ${n}`))
    for (const n of createRange(3)) await next.getByText(`Offline ${n}`).waitFor()
  })

  test('while browser storage is full or unavailable, which is reported', { timeout: 240_000 }, async () => {
    const { page, tab } = await visit({ at, as: 'ada', to: `/o/${org_id}/my`, offline: true })
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    await fillStorage(page)
    const bare = await tab()
    await bare.addInitScript(`Object.defineProperty(globalThis, 'indexedDB', { get() { throw new Error('off') } })`)
    await bare.goto(`${at.url}/o/${org_id}/my`)
    await bare.getByRole('heading', { name: 'My work' }).waitFor()
    for (const [n, one] of [page, bare].entries()) {
      await one.bringToFront()
      await one.keyboard.press('c')
      await one.getByRole('dialog').getByRole('combobox').fill(`Roomless ${n}`)
      await one.keyboard.press('Enter')
      await one.getByText('This browser can’t store data').waitFor()
    }
    await expect.poll(() => listTitles('Roomless')).toEqual(['Roomless 0', 'Roomless 1'])
  })

  test('a draft comment is there when the tab is opened again, and sent once', async () => {
    const { task_id } = await createTask(ada, org_id, { title: 'Talk about it' })
    const to = `/o/${org_id}/my?task=${task_id}`
    const { page, tab } = await visit({ at, as: 'ada', to, offline: true })
    await page.getByRole('textbox', { name: 'Your comment' }).fill('The rope is')
    await expect.poll(() => page.evaluate(readBrowserStorage)).toContain('The rope is')
    await page.close()
    const next = await tab()
    await next.goto(at.url + to)
    const again = next.getByRole('textbox', { name: 'Your comment' })
    await expect.poll(() => again.inputValue()).toBe('The rope is')
    await again.press('End')
    await again.pressSequentially(' too short')
    await again.press('Control+Enter')
    await next.getByRole('complementary').getByText('The rope is too short').waitFor()
    const listComments = async () =>
      expectStatus(await ada.get('/v1/task-comments', { query: { task_id } }), 200).data.map(
        ({ content }: { content: string }) => content,
      )
    await expect.poll(listComments).toEqual(['The rope is too short'])
    await expect.poll(() => again.inputValue()).toBe('')
  })
})
