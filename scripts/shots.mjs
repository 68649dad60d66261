// Takes the pictures of docs/console.md: npm run shots. A server of its own is filled with the sample organization of
// npm run seed, and each screen is looked at in a real Chromium. npm run shots -- URL looks at one that runs already.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepare, root } from './prepare.mjs'

const folder = path.join(root, 'docs', 'console')
const most = 1_500_000
const chromiumPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (file) => file && existsSync(file),
)
const desk = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }
const night = { ...desk, colorScheme: 'dark' }
const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

/** Each picture: how it is looked at, where it begins, and what is done before it is taken. */
const pictures = [
  { name: 'list', look: desk, to: ({ project }) => `/p/${project}?group=status`, act: openFirst },
  { name: 'board', look: desk, to: ({ project }) => `/p/${project}?view=board` },
  { name: 'board-dark', look: night, to: ({ project }) => `/p/${project}?view=board` },
  { name: 'my-work', look: desk, to: () => '/my' },
  { name: 'inbox', look: desk, to: () => '/inbox' },
  { name: 'quick-add', look: desk, to: () => '/tasks', act: addInALine },
  { name: 'palette', look: night, to: () => '/tasks', act: (page) => page.keyboard.press('Control+k') },
  { name: 'search', look: desk, to: () => '/search?q=rope' },
  { name: 'phone-list', look: phone, to: ({ project }) => `/p/${project}` },
  { name: 'phone-task', look: { ...phone, colorScheme: 'dark' }, to: ({ task }) => `/tasks?task=${task}` },
]

async function openFirst(page) {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(700)
}

async function addInALine(page) {
  await page.keyboard.press('c')
  await page.waitForTimeout(500)
  await page.keyboard.type('Order rope friday !high #upkeep @diver +North')
}

async function main() {
  if (!chromiumPath) throw new Error('there is no Chromium; CHROMIUM names one')
  await prepare({ web: 'must' })
  const { chromium } = await import('playwright-core')
  const running = process.argv.slice(2).find((arg) => arg !== '--')
  const server = running ? { url: running, stop: () => {} } : await startServer()
  try {
    await ended(spawn(process.execPath, ['scripts/seed.mjs', server.url], { cwd: root, stdio: 'inherit' }))
    const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
    await takeAll(browser, server.url).finally(() => browser.close())
  } finally {
    await server.stop()
  }
}

async function takeAll(browser, url) {
  await mkdir(folder, { recursive: true })
  const home = await findHome(browser, url)
  let bytes = 0
  for (const picture of pictures) {
    const context = await browser.newContext({
      ...picture.look,
      storageState: home.state,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(`${url}/o/${home.org}${picture.to(home)}`)
    await page.waitForTimeout(2_500)
    await picture.act?.(page, home)
    await page.waitForTimeout(700)
    const file = path.join(folder, `${picture.name}.webp`)
    await writeFile(file, await pictureOf(page))
    bytes += (await stat(file)).size
    await context.close()
  }
  process.stdout.write(`${pictures.length} pictures, ${Math.round(bytes / 1000)} kB\n`)
  if (bytes > most) throw new Error(`the pictures are larger than ${most / 1000} kB together`)
}

/** WebP, which takes a third of PNG, and which only the browser's own protocol gives. */
async function pictureOf(page) {
  const protocol = await page.context().newCDPSession(page)
  const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  return Buffer.from(data, 'base64')
}

/** Signs in somebody who has work to look at, and finds the organization, a project and a task that is talked about. */
async function findHome(browser, url) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/auth/sign-in?to=/`)
  await page.getByRole('textbox').first().fill('foreman')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/o/**`)
  const ask = (of) => page.evaluate(async (address) => (await (await fetch(address)).json()).data, of)
  const [{ org_id: org }] = await ask('/v1/organizations')
  const tasks = await ask(`/v1/tasks?org_id=${org}&filter[search]=piles`)
  const talked = tasks.find(({ comments }) => comments > 0) ?? tasks[0]
  const state = await context.storageState()
  await context.close()
  return { org, project: talked.project_id, task: talked.task_id, state }
}

/** A server of this folder's build, on a database that is there for as long as it runs. */
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
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill()
    await gone
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

async function ended(child) {
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('the sample organization was not made')
}

await main().catch((error) => {
  process.stderr.write(`shots: ${error.message}\n`)
  process.exitCode = 1
})
