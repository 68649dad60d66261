import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Client } from './client.ts'

/** Protocol versions that the server supports. */
export const protocolVersions = ['2026-07-28', '2025-11-25'] as const
export type ProtocolVersion = (typeof protocolVersions)[number]

// Untyped: tests read any field, and the client validates the schemas.
// oxlint-disable-next-line typescript/no-explicit-any
export type ToolResult = any

/** Agent: the official client, connected with an access token. */
export class Agent {
  readonly mcp: McpClient

  constructor(mcp: McpClient) {
    this.mcp = mcp
  }

  /** Calls a tool and returns its result, which must not be an error. */
  async call(name: string, args: object = {}): Promise<ToolResult> {
    const result = await this.callRaw(name, args)
    if (result.isError) throw new Error(`${name}: ${result.content[0].text}`)
    return result.structuredContent
  }

  /** Calls a tool that must fail; returns its error. */
  async fail(name: string, args: object = {}): Promise<ToolResult> {
    const result = await this.callRaw(name, args)
    if (!result.isError) throw new Error(`${name} did not fail: ${result.content[0].text}`)
    return result.structuredContent.error ?? result.structuredContent
  }

  callRaw(name: string, args: object = {}): Promise<ToolResult> {
    return this.mcp.callTool({ name, arguments: args as Record<string, unknown> })
  }
}

/** Connects the official client as `who`. No connection stays open, so it needs no cleanup. */
export async function connectAgent(
  client: Client,
  { era = '2026-07-28', toolsets }: { era?: ProtocolVersion; toolsets?: string } = {},
): Promise<Agent> {
  const url = new URL(`${client.server.url}/mcp${toolsets === undefined ? '' : `?toolsets=${toolsets}`}`)
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: client.authorization! } },
  })
  const mode = era === '2026-07-28' ? { pin: era } : ('legacy' as const)
  const mcp = new McpClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await mcp.connect(transport)
  return new Agent(mcp)
}
