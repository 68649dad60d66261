import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { runForAudience } from '../../src/core/audience.ts'
import { authenticateMcpRequest } from '../../src/http/hooks/authenticate.ts'
import { registerOperations, sendProblem } from '../../src/http/pipeline.ts'
import { operations } from '../../src/operations.ts'
import { startApp } from '../support/app.ts'
import { expectStatus } from '../support/client.ts'
import { createOrganization } from '../support/factories.ts'
import {
  startAuthorization,
  Browser,
  connectApp,
  postForm,
  redeemCode,
  refreshTokens,
  registerApp,
} from '../support/oauth.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const client = await registerApp(ada, org_id, { client_type: 'public' })
const browser = new Browser()
const [api, mcp] = [`${app.url}/v1`, `${app.url}/mcp`]

/** Starts a server that authorizes agents as the MCP server does, and calls an operation for them. */
const agents = Fastify()
await agents.register(async (scope) => registerOperations(scope, operations, app.services))
agents.setErrorHandler((error, request, reply) => void sendProblem(request, reply, error))
agents.route({
  method: 'GET',
  url: '/agents',
  async handler(request) {
    await authenticateMcpRequest('mcp', app.services, request)
    const { authorization = '' } = request.headers
    const sendRequest = () => agents.inject({ url: '/v1/me', headers: { authorization } })
    const [inside, outside] = [await runForAudience('mcp', sendRequest), await sendRequest()]
    return { inside: inside.statusCode, outside: outside.statusCode }
  },
})
await agents.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => agents.close())
const agentsUrl = `http://127.0.0.1:${(agents.server.address() as AddressInfo).port}/agents`

/** Returns the statuses of a credential at the API, at the agent endpoint, and behind that. */
async function readStatuses(token: string, authorization = `Bearer ${token}`) {
  const headers = { authorization }
  const atApi = await fetch(`${api}/me`, { headers })
  const atMcp = await fetch(agentsUrl, { headers })
  const behind = atMcp.ok ? ((await atMcp.json()) as { inside: number; outside: number }) : null
  return { api: atApi.status, mcp: atMcp.status, inside: behind?.inside, outside: behind?.outside }
}
const connectAndRedeem = async (resource?: string | string[]) =>
  redeemCode(client, await connectApp(client, 'ada', { org_id, more: { resource } }, browser))

const forApi = { api: 200, mcp: 401, inside: undefined, outside: undefined }
const forMcp = { api: 401, mcp: 200, inside: 200, outside: 401 }
const forBoth = { api: 200, mcp: 200, inside: 200, outside: 200 }

describe('a connection for', () => {
  test.each<[string, string | string[] | undefined, object]>([
    ['nothing in particular', undefined, forApi],
    ['the API', api, forApi],
    ['all at its address', app.url, forApi],
    ['the MCP server', mcp, forMcp],
    ['the API with a slash at the end', `${api}/`, forApi],
    ['all at its address with a slash at the end', `${app.url}/`, forApi],
    ['the MCP server with a slash at the end', `${mcp}/`, forMcp],
    ['both, each in two ways', [api, `${api}/`, mcp, `${mcp}/`], forBoth],
    ['both', [api, mcp], forBoth],
  ])('%s is accepted there alone, and so are its later tokens', async (_, resource, expected) => {
    const first = await connectAndRedeem(resource)
    expect(await readStatuses(first.access_token)).toEqual(expected)
    expect(await readStatuses((await refreshTokens(client, first.refresh_token)).access_token)).toEqual(expected)
  })

  test('both issues a token for one of them, and no other connection more than its audience', async () => {
    const both = await connectAndRedeem([api, mcp])
    const narrow = await refreshTokens(client, both.refresh_token, { resource: mcp })
    expect(await readStatuses(narrow.access_token)).toEqual(forMcp)
    expect(await readStatuses((await refreshTokens(client, narrow.refresh_token)).access_token)).toEqual(forBoth)
    const token = (await connectAndRedeem(api)).refresh_token
    for (const resource of [[mcp], [api, mcp], [api, 'https://elsewhere.example/']]) {
      const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: client.client_id })
      form.set('refresh_token', token)
      for (const one of resource) form.append('resource', one)
      const refused = await postForm(app, '/oauth/token', form)
      expect([resource, refused.status, refused.body.error]).toEqual([resource, 400, 'invalid_target'])
    }
    await refreshTokens(client, token)
  })

  test('another resource is rejected', async () => {
    for (const other of ['/other', '/mcp//', '/mcp/x', '/MCP', '/mcp?', '//mcp']) {
      const { url } = await startAuthorization(client, { more: { resource: [mcp, `${app.url}${other}`] } })
      const back = await fetch(url, { redirect: 'manual' })
      expect(new URL(back.headers.get('location')!).searchParams.get('error')).toBe('invalid_target')
    }
  })
})

test('a personal token is accepted at both, a session at the API alone, neither in a cookie', async () => {
  const body = { org_id, name: 'Script', scopes: ['tasks:read'] }
  const { token } = expectStatus(await ada.post('/v1/tokens', { body }), 200)
  expect(await readStatuses(token)).toEqual(forBoth)
  expect(await readStatuses('', ada.authorization)).toEqual(forApi)
  const cookie = browser.buildCookieHeader(new URL('/mcp', app.url))
  expect(cookie).toContain('svc_session')
  for (const url of [agentsUrl, `${api}/me`]) expect((await fetch(url, { headers: { cookie } })).status).toBe(401)
})

describe('a WWW-Authenticate challenge', () => {
  const readChallenge = async (url: string, authorization?: string) => {
    const response = await fetch(url, authorization ? { headers: { authorization } } : {})
    return [response.status, response.headers.get('www-authenticate')]
  }
  const buildMetadataParameter = (path: string) =>
    `resource_metadata="${app.url}/.well-known/oauth-protected-resource${path}"`
  const tools = 'scope="tasks:write projects:write teams:read org:read"'

  test('names the authorization server and the scopes in a 401', async () => {
    expect(await readChallenge(`${api}/tasks`)).toEqual([
      401,
      `Bearer scope="tasks:read", ${buildMetadataParameter('/v1')}`,
    ])
    expect(await readChallenge(`${api}/me`)).toEqual([401, `Bearer ${buildMetadataParameter('/v1')}`])
    expect(await readChallenge(agentsUrl)).toEqual([401, `Bearer ${tools}, ${buildMetadataParameter('/mcp')}`])
    const invalid = 'error="invalid_token", error_description="The token was issued for another resource."'
    const { access_token } = await connectAndRedeem(mcp)
    expect(await readChallenge(`${api}/tasks`, `Bearer ${access_token}`)).toEqual([
      401,
      `Bearer ${invalid}, scope="tasks:read", ${buildMetadataParameter('/v1')}`,
    ])
    expect(await readChallenge(agentsUrl, ada.authorization)).toEqual([
      401,
      `Bearer ${invalid}, ${tools}, ${buildMetadataParameter('/mcp')}`,
    ])
  })

  test('names the missing scope to an app, along with its current scopes', async () => {
    const { access_token } = await connectAndRedeem()
    const refused = await app.createClient(access_token).get(`/v1/organization-members/${org_id}`)
    expect(refused.body.errors).toMatchObject([{ required: 'org:read' }])
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="tasks:write projects:read org:read", ${buildMetadataParameter('/v1')}`,
    )
  })

  test('links to the metadata of each resource, which links to this server', async () => {
    for (const [path, resource] of [
      ['', app.url],
      ['/v1', api],
      ['/mcp', mcp],
    ]) {
      const found = await fetch(`${app.url}/.well-known/oauth-protected-resource${path}`)
      expect(await found.json()).toMatchObject({ resource, authorization_servers: [app.url] })
    }
  })
})
