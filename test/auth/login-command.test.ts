import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CommandError } from '../../src/core/command.ts'
import { loginCommand } from '../../src/commands/cli/login.ts'
import { simulateBrowser } from '../../src/commands/cli/redirect-listener.ts'
import { type Config, loadConfig, withBaseUrl } from '../../src/core/config/config.ts'
import { createSessionTokenVerifier } from '../../src/auth/oidc/session-token.ts'
import { registerDevIdentityProvider } from '../../src/oauth/dev-idp/routes.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-login-'))
let app: FastifyInstance
let config: Config
let output: string
let hints: string

beforeAll(async () => {
  const unbound = loadConfig({ PORT: '0', DATA_DIR: dataDir })
  app = Fastify()
  await registerDevIdentityProvider(app, unbound, () => config.baseUrl)
  await app.listen({ port: 0, host: '127.0.0.1' })
  config = withBaseUrl(unbound, `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true })
})
afterEach(() => void vi.restoreAllMocks())

async function run(args: string[], onHint: (hint: string) => void = () => {}): Promise<string> {
  output = hints = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    hints += String(text)
    onHint(String(text))
    return true
  })
  await loginCommand(config, args)
  return output.trim()
}

const verify = (token: string) => createSessionTokenVerifier(config.oidc).verify(token)

test('--user prints the token and nothing else', async () => {
  const token = await run(['--user', 'ada', '--email', 'ada@example.com', '--unverified'])
  expect(await verify(token)).toMatchObject({
    subject: 'ada',
    email: 'ada@example.com',
    email_verified: false,
  })
  expect(output).toBe(`${token}\n`)
  expect(hints).toBe('')
})

test('without --user the URL goes to standard error, and the browser returns the code', async () => {
  const token = await run([], (hint) => {
    const url = new URL(/http\S+/.exec(hint)?.[0] ?? '')
    const home = url.searchParams.get('redirect_uri') ?? ''
    void simulateBrowser({ user: 'eve' }, home)(url).then((returned) => fetch(returned))
  })
  expect(await verify(token)).toMatchObject({ subject: 'eve' })
  expect(output).toBe(`${token}\n`)
})

test('a callback with another state is rejected', async () => {
  const forged = run([], (hint) => {
    const home = new URL(/http\S+/.exec(hint)?.[0] ?? '').searchParams.get('redirect_uri')
    void fetch(`${home}?code=stolen&state=other`)
  })
  await expect(forged).rejects.toThrow('sign-in failed')
  expect(output).toBe('')
})

test.each([[['--email', 'a@b.example']], [['--bogus']], [['--user', 'x'.repeat(65)]]])('rejects %j', async (args) => {
  await expect(run(args)).rejects.toThrow(CommandError)
  expect(output).toBe('')
})

test('--user is not offered with a custom identity provider', async () => {
  const external = loadConfig({ OIDC_ISSUER: 'https://id.example.com' })
  await expect(loginCommand(external, ['--user', 'ada'])).rejects.toThrow('--user requires the development provider')
})

test('an unreachable server is named', async () => {
  const elsewhere = withBaseUrl(config, 'http://127.0.0.1:1')
  await expect(loginCommand(elsewhere, ['--user', 'ada'])).rejects.toThrow('no server responds at http://127.0.0.1:1')
})
