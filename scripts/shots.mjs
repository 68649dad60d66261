// Takes the screenshots of docs/console.md in Chromium: npm run shots. Starts a server with the sample organization of
// npm run seed; npm run shots -- URL uses a running server.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepare, root } from './prepare.mjs'

const folder = path.join(root, 'docs', 'console')
const MAX_TOTAL_BYTES = 1_500_000
const chromiumPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (file) => file && existsSync(file),
)
const desk = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }
const night = { ...desk, colorScheme: 'dark' }
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

const screenshots = [
  { name: 'list', context: desk, to: ({ project }) => `/p/${project}?group=status`, act: openFirstTask },
  { name: 'board', context: desk, to: ({ project }) => `/p/${project}?view=board` },
  { name: 'board-dark', context: night, to: ({ project }) => `/p/${project}?view=board` },
  { name: 'my-work', context: desk, to: () => '/my' },
  { name: 'inbox', context: desk, to: () => '/inbox' },
  { name: 'quick-add', context: desk, to: () => '/tasks', act: fillQuickAdd },
  { name: 'palette', context: night, to: () => '/tasks', act: (page) => page.keyboard.press('Control+k') },
  { name: 'search', context: desk, to: () => '/search?q=rope' },
  { name: 'phone-list', context: phone, to: ({ project }) => `/p/${project}` },
  { name: 'phone-task', context: { ...phone, colorScheme: 'dark' }, to: ({ task }) => `/tasks?task=${task}` },
]

async function openFirstTask(page) {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(700)
}

async function fillQuickAdd(page) {
  await page.keyboard.press('c')
  await page.waitForTimeout(500)
  await page.keyboard.type('Order rope friday !high #upkeep @diver +North')
}

async function main() {
  if (!chromiumPath) throw new Error('Chromium was not found; set CHROMIUM to its path')
  await prepare({ web: 'must' })
  const { chromium } = await import('playwright-core')
  const running = process.argv.slice(2).find((arg) => arg !== '--')
  const server = running ? { url: running, stop: () => {} } : await startServer()
  try {
    await waitForExit(spawn(process.execPath, ['scripts/seed.mjs', server.url], { cwd: root, stdio: 'inherit' }))
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    await takeScreenshots(browser, server.url).finally(() => browser.close())
  } finally {
    await server.stop()
  }
}

async function takeScreenshots(browser, url) {
  await mkdir(folder, { recursive: true })
  const home = await findHome(browser, url)
  let bytes = 0
  for (const screenshot of screenshots) {
    const context = await browser.newContext({
      ...screenshot.context,
      storageState: home.state,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(`${url}/o/${home.org}${screenshot.to(home)}`)
    await page.waitForTimeout(2_500)
    await screenshot.act?.(page, home)
    await page.waitForTimeout(700)
    const file = path.join(folder, `${screenshot.name}.webp`)
    await writeFile(file, await takeScreenshot(page))
    bytes += (await stat(file)).size
    await context.close()
  }
  process.stdout.write(`${screenshots.length} screenshots, ${Math.round(bytes / 1000)} kB\n`)
  if (bytes > MAX_TOTAL_BYTES) throw new Error(`the screenshots are larger than ${MAX_TOTAL_BYTES / 1000} kB in total`)
}

/** Uses WebP, a third of the size of PNG, which needs the DevTools protocol. */
async function takeScreenshot(page) {
  const protocol = await page.context().newCDPSession(page)
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  return Buffer.from(data, 'base64')
}

async function findHome(browser, url) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/auth/sign-in?to=/`)
  await page.getByRole('textbox').first().fill('foreman')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/o/**`)
  const getData = (path) => page.evaluate(async (url) => (await (await fetch(url)).json()).data, path)
  const [{ org_id: org }] = await getData('/v1/organizations')
  const tasks = await getData(`/v1/tasks?org_id=${org}&filter[search]=piles`)
  const commented = tasks.find(({ comments }) => comments > 0) ?? tasks[0]
  const state = await context.storageState()
  await context.close()
  return { org, project: commented.project_id, task: commented.task_id, state }
}

async function startServer() {
  const data = await mkdtemp(path.join(tmpdir(), 'svc-shots-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, DATA_DIR: data, PORT: String(port), BASE_URL: url, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill()
    await exited
    await rm(data, { recursive: true })
  }
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      )
    )
      return { url, stop }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await stop()
  throw new Error('the server did not start')
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function waitForExit(child) {
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('the sample organization was not created')
}

await main().catch((error) => {
  process.stderr.write(`shots: ${error.message}\n`)
  process.exitCode = 1
})
