import { createInterface } from 'node:readline'
import type { CommonFlags, Context } from '../context.ts'
import { CliError } from '../errors.ts'
import { McpBridge } from '../mcp/bridge.ts'
import { openSession } from '../session/session.ts'

interface McpFlags extends CommonFlags {
  toolsets?: readonly string[]
}

/** Forwards MCP messages from standard input to the server; only protocol messages go to standard output. */
export async function runMcpBridge(context: Context, flags: McpFlags): Promise<void> {
  const session = openSession(context, flags)
  const url = new URL(`${session.url}/mcp`)
  if (flags.toolsets) url.searchParams.set('toolsets', flags.toolsets.join(','))
  const bridge = new McpBridge({
    url: url.href,
    token: session.token,
    signal: context.signal,
    send: context.out,
  })
  if (context.process.stdin.isTTY)
    context.note(
      'This command is an MCP server for an agent to start (see docs/mcp.md). Waiting for messages on standard input.',
    )
  const lines = createInterface({ input: context.process.stdin, crlfDelay: Infinity })
  context.signal.addEventListener('abort', () => lines.close(), { once: true })
  for await (const line of lines) if (line.trim()) bridge.forward(line)
  await bridge.waitUntilIdle()
  if (bridge.signedOut) throw new CliError(bridge.signedOut, 3)
}
