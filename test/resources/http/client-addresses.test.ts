import { beforeAll, describe, expect, inject, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { Client, expectStatus } from '../../support/client.ts'
import { createOrganization } from '../../support/factories.ts'
import { login } from '../../support/login.ts'

const failures = 3
let app: TestApp
let owner: Client
let org: string

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_ADDRESS: `${failures}`, TRUST_PROXY: 'loopback,10.0.0.0/8' } })
  owner = await app.signIn('ada')
  org = (await createOrganization(owner)).org_id
})

const buildForwardedHeader = (header: string) => ({ headers: { 'x-forwarded-for': header } })

/** Changes the organization with this header; returns the IP in its audit log. */
async function readAuditedAddress(header: string): Promise<unknown> {
  const body = { name: `From ${header}` }
  const changed = await owner.patch(`/v1/organizations/${org}`, { body, ...buildForwardedHeader(header) })
  expectStatus(changed, 200)
  const { data } = expectStatus(await owner.get(`/v1/audit?org_id=${org}&limit=1`), 200)
  return data[0].ip
}

describe('the client IP from X-Forwarded-For', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51413', '203.0.113.7'],
    ['203.0.113.8:1, 10.1.2.3:443', '203.0.113.8'],
    ['203.0.113.9:1,10.1.2.3:443,[::ffff:10.1.2.4]:80', '203.0.113.9'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::2]', '2001:db8::2'],
    ['[2001:db8::3]:443', '2001:db8::3'],
    ['"[2001:db8::4]:443"', '2001:db8::4'],
    ['::ffff:203.0.113.10', '203.0.113.10'],
    ['fe80::1%eth0', 'fe80::1'],
    [' 203.0.113.11:8080 ,, 10.0.0.1', '203.0.113.11'],
    ['198.51.100.1, 203.0.113.12:9', '203.0.113.12'],
    ['unknown, 10.1.2.3:443', '10.1.2.3'],
    ['203.0.113.13, _hidden, 10.1.2.4', '10.1.2.4'],
    ['unknown', '127.0.0.1'],
    ['3405803783', '127.0.0.1'],
    ['203.0.113.14:http', '127.0.0.1'],
    ['', '127.0.0.1'],
  ])('is for "%s" %s in the audit log', async (header, address) => {
    expect(await readAuditedAddress(header)).toBe(address)
  })

  test.each([
    ['an IPv4 address', (port: number) => `198.51.100.20:${port}`],
    ['an IPv6 address', (port: number) => `[2001:db8:1::1]:${port}`],
    ['an address behind two proxies', (port: number) => `198.51.100.21:${port}, 10.0.0.9:${port}`],
  ])('limits failures of %s together, on any port', async (_, header) => {
    const statuses = []
    for (let i = 0; i <= failures; i++)
      statuses.push(
        (await app.createClient('svc_live_wrong').get('/v1/me', buildForwardedHeader(header(40_000 + i)))).status,
      )
    expect(statuses).toEqual([401, 401, 401, 429])
  })
})

test('a server that listens on :: reports an IPv4 client by its IPv4 address', async () => {
  const open = await startApp({ env: { HOST: '::', BASE_URL: 'http://localhost:4000' } })
  const { port } = new URL(open.url)
  const near = { url: `http://127.0.0.1:${port}`, dispatcher: open.dispatcher }
  const person = new Client(near, await login(inject('svc').identityUrl, 'ada'))
  const { org_id } = await createOrganization(person)
  const { data } = expectStatus(await person.get(`/v1/audit?org_id=${org_id}&limit=1`), 200)
  expect(data[0].ip).toBe('127.0.0.1')
  await open.stop()
})
