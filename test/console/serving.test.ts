import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { request } from 'undici'
import { describe, expect, test } from 'vitest'
import { leaveBehind, removeOld } from '../../scripts/web.mjs'
import { registerConsole } from '../../src/console/routes.ts'
import { startApp } from '../support/app.ts'

const app = await startApp()
const visitor = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const harmless = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' }
const script = readdirSync('dist-web/assets').find((name) => /^index-.*\.js$/.test(name))!

describe.each(['/', '/o/harbour/projects/P1?view=board', '/t/T1JM6SW2Z0A1B2C3D'])('at %s', (path) => {
  test.each([
    ['a browser', visitor.accept, 200],
    ['a program that names no type', undefined, 200],
    ['a program with an empty Accept', '', 200],
    ['a monitor', '*/*', 200],
    ['a preview of links', 'text/html', 200],
    ['a preview that prefers text', 'text/*, */*;q=0.1', 200],
    ['a program that accepts JSON', 'application/json', 404],
    ['a program that prefers JSON', 'application/json, text/plain, */*', 404],
    ['a program that rejects HTML', 'text/html;q=0, */*', 404],
    ['what looks for a picture', 'image/*', 404],
  ])('%s (Accept: %s) gets %i', async (_, accept, status) => {
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    for (const method of ['GET', 'HEAD']) {
      const page = await app.anonymous.send(method, path, { headers })
      expect([page.status, page.headers.vary]).toEqual([status, expect.stringContaining('Accept')])
      const type = status === 200 ? 'text/html; charset=utf-8' : 'application/problem+json'
      expect(page.headers['content-type']).toContain(type)
      if (method === 'GET' && status === 200) expect(page.text).toContain('<div id="root">')
      if (method === 'HEAD') expect([page.text, Number(page.headers['content-length']) > 0]).toEqual(['', true])
    }
  })
})

test('the page may run and load only what this server sends, and is revalidated each time', async () => {
  const { headers } = await app.anonymous.get('/', { headers: visitor })
  const policy = headers['content-security-policy']!.split('; ')
  expect(policy).toContain("default-src 'none'")
  for (const name of ['script-src', 'style-src', 'connect-src', 'form-action'])
    expect(policy).toContain(`${name} 'self'`)
  expect(policy).toEqual(
    expect.arrayContaining(["frame-ancestors 'none'", "require-trusted-types-for 'script'", 'trusted-types svc-sw']),
  )
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
  expect(headers).toMatchObject({
    ...harmless,
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
  const again = await app.anonymous.get('/', { headers: { ...visitor, 'if-none-match': headers.etag! } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, br;q=0', gunzipSync],
  [undefined, '', (bytes: Buffer) => bytes],
] as const)(
  'a content-hashed file is cached permanently, and compressed as %s on request',
  async (how, encoding, unpack) => {
    const headers: Record<string, string> = encoding === '' ? {} : { 'accept-encoding': encoding }
    const response = await request(`${app.url}/assets/${script}`, { headers, dispatcher: app.dispatcher })
    const bytes = Buffer.from(await response.body.arrayBuffer())
    expect([response.statusCode, response.headers['content-encoding'], response.headers['content-type']]).toEqual([
      200,
      how,
      'text/javascript; charset=utf-8',
    ])
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers.vary).toBe('Accept-Encoding')
    expect(unpack(bytes).toString()).toContain('import(')
    expect(response.headers).toMatchObject(harmless)
    const { etag } = response.headers
    const known = await app.anonymous.get(`/assets/${script}`, {
      headers: { ...headers, 'if-none-match': String(etag) },
    })
    expect([known.status, known.text]).toEqual([304, ''])
  },
)

test.each([
  'index-missing.js',
  `${script}.br`,
  '..%2Findex.html',
  '..%2F..%2Fpackage.json',
  '.vite%2Fmanifest.json',
  '%00',
])('no other file is served at /assets/%s', async (name) => {
  expect((await app.anonymous.get(`/assets/${name}`)).status).toBe(404)
})

test('the files that browsers request at the root exist', async () => {
  const manifest = await app.anonymous.get('/manifest.webmanifest')
  expect([manifest.status, manifest.headers['content-type']]).toEqual([200, 'application/manifest+json'])
  const icon = await app.anonymous.get('/icon.svg')
  expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  const touch = await app.anonymous.get('/apple-touch-icon.png')
  expect([touch.status, touch.headers['content-type']]).toEqual([200, 'image/png'])
  const { text } = await app.anonymous.get('/', { headers: visitor })
  expect(text).toMatch(/<link rel="apple-touch-icon" href="\/apple-touch-icon.png"/)
  // A reverse proxy with its own cookie receives it for the manifest too.
  expect(text).toMatch(/<link rel="manifest" href="\/manifest.webmanifest" crossorigin="use-credentials"/)
})

test('another name of this machine redirects to the console’s own', async () => {
  const { port } = new URL(app.url)
  for (const path of ['/o/a?b=c', '/auth/sign-in?to=/t/T1']) {
    const reply = await app.anonymous.get(path, { headers: { ...visitor, host: `localhost:${port}` } })
    expect([reply.status, reply.headers.location]).toEqual([302, app.url + path])
  }
  const elsewhere = await app.anonymous.get('/', { headers: { ...visitor, host: 'svc.example.com' } })
  expect(elsewhere.status).toBe(200)
})

test('a build is served immediately, and files of the previous one for a week', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-builds-'))
  const assets = join(folder, 'assets')
  for (const name of ['assets', '.vite']) mkdirSync(join(folder, name))
  const bare = Fastify()
  await registerConsole(bare, app.services, folder)
  const url = await bare.listen({ port: 0, host: '127.0.0.1' })
  const headers = { ...visitor, host: new URL(app.url).host, 'accept-encoding': 'br' }
  const get = async (path: string) => {
    const { statusCode, body } = await request(url + path, { headers })
    return [statusCode, await body.text()]
  }
  /** Imitates the file operations of a build. */
  function build(version: string): void {
    leaveBehind(folder)
    const file = `assets/index-${version}.js`
    for (const name of ['index.html', file]) writeFileSync(join(folder, name), version)
    writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify({ 'index.html': { file } }))
    removeOld(folder)
  }
  function ageFiles(days: number): void {
    for (const name of readdirSync(assets)) {
      const then = new Date(statSync(join(assets, name)).mtimeMs - days * 24 * 60 * 60_000)
      utimesSync(join(assets, name), then, then)
    }
  }
  const fetchScripts = () => Promise.all(['a', 'b', 'c'].map((version) => get(`/assets/index-${version}.js`)))
  const gone = [404, expect.anything()]

  expect(await get('/')).toEqual([503, expect.stringContaining('npm run build:web')])
  build('a')
  expect(await get('/')).toEqual([200, 'a'])
  ageFiles(30)
  build('b')
  expect(await get('/')).toEqual([200, 'b'])
  // These files are sent uncompressed.
  expect(await fetchScripts()).toEqual([[200, 'a'], [200, 'b'], gone])
  ageFiles(8)
  build('c')
  expect(await fetchScripts()).toEqual([gone, [200, 'b'], [200, 'c']])
  await bare.close()
  rmSync(folder, { recursive: true })
})
