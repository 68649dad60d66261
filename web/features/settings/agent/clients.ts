import { agentTexts as messages } from '../../../messages/agent.ts'

export interface ClientSetup {
  id: string
  name: string
  /** Says what to do with the text. */
  hint: string
  /** Text to copy. */
  text: string
  /** Link that opens the client with the server filled in. */
  link?: string
}

const NAME = 'svc'
const toJson = (value: unknown) => JSON.stringify(value, null, 2)

/** Returns how known clients connect after a sign-in in the browser. */
export function listClientSetups(url: string): ClientSetup[] {
  const server = { type: 'http', url }
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      hint: messages.run,
      text: `claude mcp add --transport http ${NAME} ${url}`,
    },
    { id: 'claude', name: 'Claude', hint: messages.address2, text: url },
    {
      id: 'cursor',
      name: 'Cursor',
      hint: messages.settings('.cursor/mcp.json'),
      text: toJson({ mcpServers: { [NAME]: { url } } }),
      link: `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${btoa(JSON.stringify({ url }))}`,
    },
    {
      id: 'vscode',
      name: 'VS Code',
      hint: messages.settings('.vscode/mcp.json'),
      text: toJson({ servers: { [NAME]: server } }),
      link: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, ...server }))}`,
    },
    { id: 'other', name: messages.other, hint: messages.otherHint, text: url },
  ]
}

/** Returns how known clients connect with an access token from the environment. */
export function listTokenSetups(url: string): ClientSetup[] {
  const headers = { Authorization: 'Bearer ${env:SVC_TOKEN}' }
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      hint: messages.run,
      text: `claude mcp add --transport http ${NAME} ${url} --header "Authorization: Bearer $SVC_TOKEN"`,
    },
    {
      id: 'cursor',
      name: 'Cursor',
      hint: messages.settings('.cursor/mcp.json'),
      text: toJson({ mcpServers: { [NAME]: { url, headers } } }),
    },
    {
      id: 'vscode',
      name: 'VS Code',
      hint: messages.settings('.vscode/mcp.json'),
      text: toJson({ servers: { [NAME]: { type: 'http', url, headers } } }),
    },
    {
      id: 'other',
      name: messages.other,
      hint: messages.run,
      text:
        `curl -s ${url} -H "authorization: Bearer $SVC_TOKEN" -H 'content-type: application/json' \\\n` +
        `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_context","arguments":{}}}'`,
    },
  ]
}
