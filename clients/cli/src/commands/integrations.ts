import { eventTypes } from '../input/enums.ts'
import { defineCommand } from './command.ts'
import { completeValues } from './complete.ts'
import { commonFlags, buildDocs, booleanFlag, nameFlag, requiredArgument, valuesFlag, textFlag } from './flags.ts'

export const watch = defineCommand({
  loader: async () => (await import('../actions/watch.ts')).watchEvents,
  parameters: {
    flags: {
      ...commonFlags,
      type: {
        ...valuesFlag('Only these event types: task.updated, task.*', 'TYPE'),
        proposeCompletions: completeValues(eventTypes),
      },
      project: nameFlag('Only events of this project', 'PROJECT', 'projects'),
      mine: booleanFlag('Only events about your tasks or yourself'),
      exec: textFlag('Run this command for each event, passed as JSON on standard input', 'COMMAND'),
      after: textFlag('Resume after this cursor (printed by --json)', 'CURSOR'),
    },
  },
  docs: buildDocs(
    'Print events as they happen',
    ["svc watch --type 'task.*'", "svc watch --mine --exec 'jq -r .type'"],
    'Prints one line per event; in a pipe, tab-separated: time, type, id, user, title, changes. Reconnects without losing events. Stops if the --exec command fails.',
  ),
})

export const api = defineCommand({
  loader: async () => (await import('../actions/api.ts')).sendApiRequest,
  parameters: {
    flags: {
      ...commonFlags,
      data: textFlag('Request body: JSON, @FILE, or - for standard input', 'JSON'),
      query: {
        ...textFlag('Query parameter (repeatable)', 'NAME=VALUE'),
        variadic: true,
      },
      header: { ...textFlag('Request header (repeatable)', 'NAME:VALUE'), variadic: true },
      include: booleanFlag('Also print the response status and headers, on standard error'),
    },
    positional: {
      kind: 'tuple',
      parameters: [
        requiredArgument('METHOD', 'GET, POST, PUT, PATCH, DELETE'),
        requiredArgument('PATH', 'Path, starting with /v1/'),
      ],
    },
  },
  docs: buildDocs('Send a request to the API', [
    'svc api GET /v1/me',
    "svc api GET /v1/tasks --query 'filter[status]=blocked' --query limit=5",
    'svc api GET /v1/task-attachments/ID/content > plan.pdf',
    'svc api POST /v1/teams --data \'{"name": "Riggers"}\'',
  ]),
})

export const mcp = defineCommand({
  loader: async () => (await import('../actions/mcp.ts')).runMcpBridge,
  parameters: {
    flags: { ...commonFlags, toolsets: valuesFlag('Additional toolsets', 'TOOLSET', ['danger', 'all']) },
  },
  docs: buildDocs(
    'Run an MCP server on standard input and output',
    ['svc mcp'],
    'Forwards each message of an agent to the MCP endpoint of the server, with the credentials of the context.',
  ),
})

export const completion = defineCommand({
  loader: async () => (await import('../actions/completion.ts')).printCompletionScript,
  parameters: {
    flags: commonFlags,
    positional: { kind: 'tuple', parameters: [requiredArgument('SHELL', 'Shell', ['bash', 'zsh', 'fish'])] },
  },
  docs: buildDocs(
    'Print the shell completion script',
    ['source <(svc completion bash)', 'source <(svc completion zsh)', 'svc completion fish | source'],
    'Add the line for your shell to its startup file: ~/.bashrc; ~/.zshrc, after compinit; ~/.config/fish/config.fish.',
  ),
})
