import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { doctorChecks, doctorCommand } from '../../src/commands/cli/doctor.ts'
import { checkBackups } from '../../src/commands/cli/doctor-backups.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { copyTemplate } from '../support/databases.ts'
import { startMailServer } from '../support/mail-server.ts'
import { findFreePort } from '../support/postgres.ts'
import { hasRedis, startRedis } from '../support/redis.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-doctor-'))
// Avoids the embedded database, which takes seconds to open each time.
const database = inject('svc').postgresUrl && {
  DATABASE_URL: await copyTemplate(),
  SECRET_KEYS: `1:${randomBytes(32).toString('base64')}`,
}
afterAll(() => rmSync(dataDir, { recursive: true }))
afterEach(() => void vi.restoreAllMocks())

/** Returns the printed lines by the name of the check, and the exit code. */
async function run(env: Record<string, string>): Promise<Record<string, string> & { end: string }> {
  let output = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))))
  const port = String(await findFreePort())
  const config = loadConfig({
    PORT: port,
    DATA_DIR: dataDir,
    MAIL_FROM: 'tasks@example.com',
    ...database,
    ...env,
  })
  const end = await doctorCommand(config).then(
    () => 'well',
    (error: Error) => error.message,
  )
  const lines = output.matchAll(/^(ok|not ok|warning) +([^:]+): (.*)$/gm)
  return {
    ...Object.fromEntries([...lines].map(([, state, name, said]) => [name, `${state}: ${said}`])),
    end,
  }
}

test('warns that no email is sent, and says that limits are not shared', async () => {
  const said = await run({})
  expect(said.mail).toMatch(/^warning: disabled, since SMTP_URL is not set/)
  expect(said['request limits']).toMatch(/^ok: counted separately by each process/)
  expect(said.end).toBe('well')
})

test('prints the same checks as JSON', async () => {
  let output = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((output += String(text))))
  const config = loadConfig({
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    ...database,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'tasks@example.com',
  })
  await expect(doctorCommand(config, ['--json'])).rejects.toThrow(/^1 of \d+ checks failed$/)
  const findings = JSON.parse(output) as { check: string; status: string; message: string }[]
  expect(findings.filter(({ status }) => status === 'failed')).toEqual([
    { check: 'mail', status: 'failed', message: expect.stringContaining('127.0.0.1:1') },
  ])
  await expect(doctorCommand(config, ['--yaml'])).rejects.toThrow('Usage: doctor [--json]')
})

test.each([
  ['http://127.0.0.1:8080', /^ok: .*reachable from this machine only/],
  ['https://tasks.example.com', /^ok: .*is encrypted/],
  ['http://tasks.example.com', /^warning: .*Use https/],
])('checks the encryption of the public URL %s', async (BASE_URL, expected) => {
  expect((await run({ BASE_URL, OIDC_ISSUER: `${inject('svc').identityUrl}/dev-idp` }))['public URL']).toMatch(expected)
})

const provider = () => `${inject('svc').identityUrl}/dev-idp`
const open = { ACCOUNTS: 'on', ACCOUNTS_JOIN: 'open', SMTP_URL: 'smtp://127.0.0.1:1' }
test.each<[check: string, env: Record<string, string>, expected: RegExp]>([
  ['trusted proxy', { BASE_URL: 'https://tasks.example.com' }, /^warning: TRUST_PROXY is not set, though a proxy adds/],
  ['trusted proxy', { BASE_URL: 'https://tasks.example.com', TRUST_PROXY: '10.0.0.1' }, /^ok: .* of 10\.0\.0\.1 is tr/],
  ['trusted proxy', {}, /^ok: none is trusted, since BASE_URL is not https/],
  ['first account', { ACCOUNTS: 'on' }, /^warning: there is none yet: open the link/],
  ['first account', {}, /^ok: none is needed, since accounts are off/],
  ['new accounts', open, /^warning: ACCOUNTS_JOIN is open/],
  ['new accounts', { ...open, ACCOUNTS_JOIN: 'domain:example.com' }, /^ok: also with an email address of example\.com/],
  ['new accounts', { ACCOUNTS: 'on' }, /^ok: by an invitation/],
  ['operators', { OIDC_ISSUER: provider() }, /^warning: OPERATORS is not set/],
  ['operators', { OIDC_ISSUER: provider(), OPERATORS: 'ops@example.com' }, /^ok: ops@example\.com/],
  ['operators', { ACCOUNTS: 'on' }, /^ok: the user of the first account/],
  ['identity provider', {}, /^warning: the built-in development provider/],
  ['identity provider', { ACCOUNTS: 'on' }, /^ok: built-in accounts/],
])('checks %s with %o', async (check, env, expected) => {
  expect((await run(env))[check]).toMatch(expected)
})

test('warns that backups of the embedded database are not scheduled', async () => {
  await expect(checkBackups(loadConfig({ DATA_DIR: dataDir }))).rejects.toThrow(/^not scheduled, since BACKUP_TO is/)
})

test('docs/self-hosting.md lists what to check before others use the server, by the names of the checks', () => {
  const text = readFileSync('docs/self-hosting.md', 'utf8')
  const checklist = /^## Before you open it to others\n(.*?)^## /ms.exec(text)![1]!
  const names = [...checklist.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(8)
  expect(Object.keys(doctorChecks)).toEqual(expect.arrayContaining(names))
})

test('signs in at the mail server and sends nothing', async () => {
  const server = await startMailServer({
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('no')),
  })
  const buildSmtpUrl = (password: string) => `smtp://ada:${password}@127.0.0.1:${server.port}?ignoreTLS=true`
  expect((await run({ SMTP_URL: buildSmtpUrl('right') })).mail).toBe(
    `ok: 127.0.0.1:${server.port} accepts email from tasks@example.com`,
  )
  const refused = await run({ SMTP_URL: buildSmtpUrl('wrong') })
  expect(refused.mail).toMatch(/^not ok: 127\.0\.0\.1:\d+: Invalid login/)
  expect(refused.end).toMatch(/^1 of \d+ checks failed$/)
  expect(server.received).toEqual([])
  await server.stop()
  expect((await run({ SMTP_URL: buildSmtpUrl('right') })).mail).toMatch(/^not ok: .*ECONNREFUSED/)
})

test.skipIf(!hasRedis())('connects to Redis and never prints its password', async () => {
  const redis = await startRedis()
  const { host } = new URL(redis.url)
  expect((await run({ REDIS_URL: redis.url }))['request limits']).toBe(`ok: counted in Redis at ${host}`)
  await redis.stop()
  const away = await run({ REDIS_URL: redis.url.replace('//', '//:hushhush@') })
  expect(away['request limits']).toMatch(/^not ok: Redis at 127\.0\.0\.1:\d+: ./)
  expect(JSON.stringify(away)).not.toContain('hushhush')
})
