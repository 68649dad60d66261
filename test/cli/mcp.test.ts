import { resolve } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createOrganization, createProject, createTask, createTokenClient } from '../support/factories.ts'
import { createRunner, createHome } from './run.ts'

const app = await startApp()
const ada = await app.signIn('ada')
const { org_id } = await createOrganization(ada)
const { project_id } = await createProject(ada, org_id, { name: 'Östra kajen' })
const { task_id } = await createTask(ada, org_id, { project_id, title: 'Grease\u001b[31m the crane' })
const SVC_TOKEN = (await createTokenClient(ada, org_id)).authorization!.slice('Bearer '.length)
const home = createHome()
const env = { SVC_URL: app.url, SVC_TOKEN }
const svc = createRunner(home, env)

test.each(['2025-11-25', '2026-07-28'])(
  'the official client calls the server’s tools through the command line, in protocol version %s',
  async (era) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [resolve('clients/cli/bin/svc.mjs'), 'mcp'],
      env: { ...env, PATH: process.env.PATH!, HOME: home },
      stderr: 'pipe',
    })
    const versionNegotiation = { mode: era === '2025-11-25' ? ('legacy' as const) : { pin: era } }
    const mcp = new Client({ name: 'test', version: '1' }, { versionNegotiation })
    await mcp.connect(transport)
    expect(mcp.getNegotiatedProtocolVersion()).toBe(era)
    const { tools } = await mcp.listTools()
    expect(tools.map(({ name }) => name)).toContain('search_tasks')
    const called = await mcp.callTool({ name: 'search_tasks', arguments: { project: ['Östra kajen'] } })
    expect(called.structuredContent).toMatchObject({ tasks: [{ task_id }] })
    const { contents } = await mcp.readResource({ uri: `svc://task/${task_id}` })
    expect(JSON.stringify(contents)).toContain(task_id)
    await mcp.close()
  },
)

test('an undeliverable message is a protocol error, and stdout has only messages', async () => {
  const list = { jsonrpc: '2.0', id: 7, method: 'tools/list' }
  const input = ['no json', '[]', JSON.stringify(list), JSON.stringify({ ...list, id: undefined }), ''].join('\n')
  const readLines = async (overrides: Record<string, string>) => {
    const { out, code, err } = await svc('mcp', [], { input, env: overrides })
    return {
      code,
      err,
      messages: out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    }
  }
  const [good, signedOut, away] = await Promise.all([
    readLines({}),
    readLines({ SVC_TOKEN: 'svc_live_wrong' }),
    readLines({ SVC_URL: 'http://127.0.0.1:9' }),
  ])
  const wrongLines = [
    { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: the line is not valid JSON' } },
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'Invalid request: a line must be one JSON-RPC message' },
    },
  ]
  expect(good).toMatchObject({ code: 0, err: '' })
  expect(good.messages.slice(0, 2)).toEqual(wrongLines)
  expect(good.messages.slice(2)).toMatchObject([{ id: 7, result: { tools: expect.any(Array) } }])
  const refused = signedOut.messages.find(({ id }) => id === 7)
  expect(refused.error).toMatchObject({ code: -32000, message: expect.stringContaining('svc login') })
  expect(signedOut.code).toBe(3)
  const lost = away.messages.find(({ id }) => id === 7)
  expect(lost.error).toEqual({
    code: -32000,
    message: 'No response from the server. Check that it is running.',
  })
})
