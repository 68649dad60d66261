import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createOrganization, createTokenClient } from '../support/factories.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const key = await createTokenClient(ada, org_id)
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

test.each([
  '/docs',
  '/docs/tasks',
  '/docs/objects/Task',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/v1',
  '/.well-known/oauth-protected-resource/mcp',
])('%s returns the same with a trailing slash, and not with two', async (path) => {
  const [plain, slash, query, two] = await Promise.all(
    ['', '/', '/?a=/', '//'].map(async (end) => {
      const response = await fetch(`${app.url}${path}${end}`)
      return [response.status, await response.text()]
    }),
  )
  expect(plain![0]).toBe(200)
  expect([slash, query]).toEqual([plain, plain])
  expect(two![0]).toBe(404)
})

test.each(['/mcp', '/mcp/', '/mcp?toolsets=', '/mcp/?toolsets=', '/mcp?toolsets=,', '/mcp?toolsets=default'])(
  '%s has the default tools',
  async (path) => {
    const { status, body } = await key.post(path, { body: list })
    expect([status, body.result?.tools?.length]).toEqual([200, 13])
  },
)

test.each(['/mcp', '/mcp/'])('%s says where to get a token, and accepts POST only', async (path) => {
  const refused = await app.anonymous.post(path, { body: list })
  expect(refused.status).toBe(401)
  expect(refused.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp"')
  const { status, headers } = await key.get(path)
  expect([status, headers.allow]).toEqual([405, 'POST'])
})

test.each(['/v1/me/', '/v1/tasks/', '/mcp//', '/mcpx/', '/about/', '/openapi.public.json/'])(
  '%s is not found',
  async (path) => {
    expect((await key.get(path)).status).toBe(404)
  },
)
