import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { killServers, spawnServer } from '../support/spawn.ts'

afterAll(killServers)

test.skipIf(!inject('svc').postgresUrl)('a worker does not print the URL of the API', async () => {
  const databaseUrl = await copyTemplate()
  const api = await spawnServer({ databaseUrl, env: { ROLE: 'api' } })
  expect(api.greeting).toBe(`svc is listening on ${api.url} (postgres database)`)
  const worker = await spawnServer({ databaseUrl, env: { ROLE: 'worker', BASE_URL: api.url } })
  expect(worker.greeting).toBe(
    `svc is running the background jobs of ${api.url} (postgres database) and answers health checks`,
  )
})

test('a server that listens everywhere warns that sign-in by name is local only, and rejects others', async () => {
  const port = await findFreePort()
  const env = { HOST: '0.0.0.0', BASE_URL: `http://localhost:${port}`, OIDC_ISSUER: '', OIDC_AUDIENCE: '' }
  const server = await spawnServer({ port, env })
  const discovery = '/dev-idp/.well-known/openid-configuration'
  expect((await fetch(`http://127.0.0.1:${port}${discovery}`)).status).toBe(200)
  expect(server.readOutput()).toMatch(
    /^HOST is 0\.0\.0\.0, but the development identity provider accepts only clients on this machine/m,
  )
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  // Connects from an address of the network, as another machine would.
  if (outside) expect(await requestStatus(outside, port, discovery)).toBe(403)
})

/** Returns the status of a request to a network address of this machine with the host name localhost. */
function requestStatus(address: string, port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: address, port, path, headers: { host: `localhost:${port}` } }
    get(options, (response) => resolve(response.resume().statusCode)).on('error', reject)
  })
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version

test.each<[args: string[], code: number, out: RegExp, err: RegExp]>([
  [['--version'], 0, new RegExp(`^svc-server ${version.replaceAll('.', '\\.')}\n$`), /^$/],
  [['-v'], 0, /^svc-server \d/, /^$/],
  [['version'], 0, /^svc-server \d/, /^$/],
  [['--help'], 0, /^Usage: svc-server .*--version/s, /^$/],
  [['migrate', '--help'], 0, /^Usage: svc-server /, /^$/],
  [['serve', '-h'], 0, /^Usage: svc-server /, /^$/],
  [['--verson'], 2, /^$/, /unknown command "--verson"/],
])('svc-server %j ends with %i and starts nothing', async (args, code, out, err) => {
  const ended = await runMain(args)
  expect(ended).toEqual({ code, out: expect.stringMatching(out), err: expect.stringMatching(err) })
})

test('the banner names the console, and log lines are JSON into a pipe and readable with LOG_FORMAT', async () => {
  const piped = await spawnServer({ env: { LOG_LEVEL: 'info' } })
  await expect.poll(piped.readOutput).toContain(`Console:        ${piped.url}/\n`)
  await fetch(`${piped.url}/v1/health`)
  await expect.poll(piped.readOutput).toMatch(/^\{"level":30,.*"path":"\/v1\/health"/m)
  const readable = await spawnServer({ env: { LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' } })
  await fetch(`${readable.url}/v1/health`)
  await expect.poll(readable.readOutput).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: request \{.*"path":"\/v1\/health"/m)
  expect(readable.readOutput()).not.toContain('{"level"')
})

/** Runs the built program with arguments in its own folder until it ends. */
function runMain(args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [resolve('dist/main.js'), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => (said.err += String(chunk)))
  return new Promise((done) => child.on('close', (code) => done({ code, ...said })))
}
