import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { expectStatus, type Client } from '../support/client.ts'
import {
  insertConnection,
  createOrganization,
  createProject,
  createTask,
  createTokenClient,
} from '../support/factories.ts'
import { connectAgent } from '../support/mcp.ts'

const app = await startApp({ env: { CORS_ORIGINS: 'https://board.example', RATE_LIMIT_LIVE: '8' } })
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
await createProject(ada, org_id)

const buildMessage = (method: string, params: object = {}, id: number | undefined = 1) => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  method,
  params,
})
const sendMessage = (client: Client, body: unknown, headers: Record<string, string> = {}) =>
  client.post('/mcp', { body, headers })
const list = buildMessage('tools/list')
const call = (name: string, args: object = {}) => buildMessage('tools/call', { name, arguments: args })

test('a request without a valid token is rejected, with the address of the authorization server', async () => {
  const metadata = `resource_metadata="${app.services.config.baseUrl}/.well-known/oauth-protected-resource/mcp"`
  for (const client of [app.anonymous, ada, app.createClient('svc_live_nonsense')]) {
    const { status, headers } = await sendMessage(client, list)
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toContain(metadata)
    expect(headers['www-authenticate']).toContain('scope="')
  }
  const { status } = await app.anonymous.post('/mcp', {
    body: list,
    headers: { cookie: `session=${ada.authorization!.slice(7)}` },
  })
  expect(status).toBe(401)
})

test('a page of another origin is rejected, whatever its token', async () => {
  const key = await createTokenClient(ada, org_id)
  const listStatuses = async (origin: string) => (await sendMessage(key, list, { origin })).status
  expect(await listStatuses('https://evil.example')).toBe(403)
  expect(await listStatuses('null')).toBe(403)
  expect(await listStatuses('https://board.example')).toBe(200)
  expect(await listStatuses(new URL(app.services.config.baseUrl).origin)).toBe(200)
})

test('there are no sessions, batches or subscriptions', async () => {
  const key = await createTokenClient(ada, org_id)
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await key.send(method, '/mcp')
    expect([status, headers.allow]).toEqual([405, 'POST'])
  }
  expect((await sendMessage(key, [list, list])).body.error.code).toBe(-32600)
  expect((await sendMessage(key, buildMessage('subscriptions/listen'))).body.error.code).toBe(-32601)
  const broken = await key.post('/mcp', { body: '{', headers: { 'content-type': 'application/json' } })
  expect([broken.status, broken.body.error.code]).toEqual([400, -32700])
  expect((await sendMessage(key, 'x'.repeat(1_100_000), { 'content-type': 'application/json' })).status).toBe(413)
  expect((await sendMessage(key, list, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await key.post('/mcp?toolsets=everything', { body: list })).body.errors[0].allowed).toContain('danger')
})

test('a missing scope is reported in a challenge, with the scopes that are granted', async () => {
  const { task_id } = await createTask(ada, org_id)
  const { app: key } = await createConnection(['tasks:read', 'org:read'])
  const names = (await sendMessage(key, list)).body.result.tools.map(({ name }: { name: string }) => name)
  expect(names).toContain('comment')
  const refused = await sendMessage(key, call('comment', { task_id, content: 'Hello' }))
  expect(refused.status).toBe(403)
  expect(refused.headers['www-authenticate']).toMatch(
    /^Bearer error="insufficient_scope", scope="tasks:write org:read", resource_metadata=".*\/mcp"$/,
  )
  // A scope that only some arguments need is reported too, before anything is written.
  const moving = await sendMessage(key, call('search_tasks', { project: ['Quay wall'] }))
  expect(moving.headers['www-authenticate']).toContain('scope="tasks:read projects:read org:read"')
  expect((await sendMessage(key, call('get_context'))).body.result.structuredContent.projects).toEqual({
    needs: ['projects:read'],
  })
})

async function createConnection(scopes: Parameters<typeof insertConnection>[3]) {
  const client = await ada.post('/v1/oauth/clients', {
    body: { org_id, name: 'Agent', redirect_uris: ['https://agent.example/back'], allowed_scopes: scopes },
  })
  expectStatus(client, 200)
  const created = await insertConnection(ada, org_id, client.body.client_id, scopes)
  await app.sql(`update access_tokens set audiences = '{mcp}' where token_id = $1`, [created.token_id])
  return created
}

test('an app token is accepted for its audience, though its calls reach the API', async () => {
  const created = await createConnection(['tasks:read'])
  expect((await created.app.get('/v1/me')).status).toBe(401)
  const context = await sendMessage(created.app, call('get_context'))
  expect(context.body.result).toMatchObject({ structuredContent: { username: 'ada', organization: { org_id } } })
  await app.sql(`update access_tokens set audiences = '{api}' where token_id = $1`, [created.token_id])
  expect((await sendMessage(created.app, list)).status).toBe(401)
  expect((await created.app.get('/v1/me')).status).toBe(200)
})

test('a test token lists no writing tool and cannot call one', async () => {
  const key = await createTokenClient(ada, org_id, { kind: 'test' })
  const { mcp } = await connectAgent(key, { toolsets: 'danger,all' })
  const { tools } = await mcp.listTools()
  const writing = tools.filter(({ annotations }) => !annotations!.readOnlyHint).map(({ name }) => name)
  expect(writing).toEqual(['call_operation'])
  const result = await mcp.callTool({
    name: 'call_operation',
    arguments: { id: 'teams.create', body: { name: 'Dredgers' } },
  })
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { status: 403 } } })
})

test('each operation call counts against the token’s rate limit, and so does a message without one', async () => {
  const key = await createTokenClient(ada, org_id)
  for (let left = 7; left >= 5; left--)
    expect((await sendMessage(key, list)).headers['x-ratelimit-remaining']).toBe(String(left))
  const { project_id } = await createProject(ada, org_id)
  const { task_id } = await createTask(ada, org_id, { project_id })
  // Four operations: the task, its comments, its files and the name of its project.
  expect((await sendMessage(key, call('get_task', { task_id }))).body.result.isError).toBeUndefined()
  expect((await sendMessage(key, list)).status).toBe(200)
  expect((await sendMessage(key, list)).status).toBe(429)
  const refused = await sendMessage(key, call('list_projects'))
  expect(refused.body.result).toMatchObject({ isError: true })
  expect(refused.body.result.structuredContent.error).toMatchObject({
    status: 429,
    retry_after_seconds: expect.any(Number),
  })
})

test('a rejected message counts as well', async () => {
  const { app: key } = await createConnection(['org:read'])
  const readRemaining = async (responding: ReturnType<typeof sendMessage>) =>
    Number((await responding).headers['x-ratelimit-remaining'])
  const comment = call('comment', { task_id: 'T0000000000000000', content: 'Hello' })
  expect(await readRemaining(sendMessage(key, comment))).toBe(7)
  expect(await readRemaining(sendMessage(key, [list]))).toBe(6)
  expect(await readRemaining(key.post('/mcp?toolsets=everything', { body: list }))).toBe(5)
  expect(await readRemaining(sendMessage(key, list, { 'content-type': 'text/plain' }))).toBe(4)
})

test('an event of a tool names its token and request, as any other', async () => {
  const { task_id } = await createTask(ada, org_id)
  const key = await createTokenClient(ada, org_id)
  const update = call('update_tasks', { updates: [{ task_id, status: 'blocked' }] })
  await sendMessage(key, update, { 'x-request-id': 'by-an-agent', 'user-agent': 'agent/1' })
  const rows = await app.sql(`select type, request_id from events where resource_id = $1 and type = 'task.updated'`, [
    task_id,
  ])
  expect(rows).toEqual([{ type: 'task.updated', request_id: 'by-an-agent' }])
})

test('tool calls are counted in the metrics', async () => {
  const { text } = await app.anonymous.get('/metrics')
  expect(text).toMatch(/svc_tool_calls_total\{tool="update_tasks",outcome="ok"\} 1/)
  expect(text).toMatch(/svc_http_requests_total\{operation="mcp",status="401"\}/)
})
