import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { copyTemplate } from '../support/databases.ts'
import { killServers, spawnServer, type ServerProcess } from '../support/spawn.ts'

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

test('readable output greets with the console, the API pages and how to get a token, JSON has only log lines', async () => {
  const readable = await spawnServer({ env: { LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' } })
  await fetch(`${readable.url}/v1/health`)
  await expect.poll(readable.readOutput).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: request \{.*"path":"\/v1\/health"/m)
  expect(readable.readOutput()).not.toContain('{"level"')
  const { url } = readable
  const greeting = [`Console:        ${url}/`, `API pages:      ${url}/docs`, `Command line:   svc login ${url}`]
  expect(readable.readOutput()).toMatch(
    new RegExp(`^${greeting.join('\n')}\n(Session token: .*\n)?svc is listening on`, 'm'),
  )
  const piped = await spawnServer({ env: { LOG_LEVEL: 'info' } })
  await fetch(`${piped.url}/v1/health`)
  await expect.poll(piped.readOutput).toMatch(/^\{"level":30,.*"path":"\/v1\/health"/m)
  for (const line of piped.readOutput().trim().split('\n')) expect(line).toMatch(/^\{.*\}$/)
})

const first = { OIDC_ISSUER: '', OIDC_AUDIENCE: '', ACCOUNTS: 'on' }

test('JSON logs contain one other line, the link for the first account, and passwords over HTTP are warned of', async () => {
  const port = await findFreePort()
  const env = { ...first, LOG_LEVEL: 'info', BASE_URL: `http://svc.example.com:${port}`, HOST: '127.0.0.1' }
  const server = await spawnServer({ port, env })
  await expect
    .poll(server.readOutput)
    .toMatch(/^First account: {2}http:\/\/svc\.example\.com:\d+\/id\/setup\/[\w-]{43} \(/m)
  await expect.poll(server.readOutput).toMatch(/^\{"level":40,.*"msg":"BASE_URL is plain HTTP, so passwords/m)
  expect(listOtherLines(server)).toEqual([expect.stringContaining('/id/setup/')])
})

test('without BASE_URL in a container, the link is a path with the address to open', async () => {
  const port = await findFreePort()
  const env = { ...first, LOG_LEVEL: 'info', HOST: '0.0.0.0', BASE_URL: '' }
  const server = await spawnServer({ port, env })
  await expect.poll(server.readOutput).toMatch(/^First account: .*\n/m)
  expect(listOtherLines(server)).toEqual([
    expect.stringMatching(
      new RegExp(
        '^First account: {2}/id/setup/[\\w-]{43} \\(valid for 1 hour, once\\)\\. ' +
          `Open this path at http://localhost:${port}, or set BASE_URL to the address that browsers open\\.$`,
      ),
    ),
  ])
})

/** Lists the lines of the output that are no log lines in JSON. */
const listOtherLines = ({ readOutput }: Pick<ServerProcess, 'readOutput'>): string[] =>
  readOutput()
    .trim()
    .split('\n')
    .filter((line) => !/^\{.*\}$/.test(line))

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
