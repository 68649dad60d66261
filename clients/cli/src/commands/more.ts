import { eventTypes, taskTypes } from '../input/words.ts'
import { command } from './command.ts'
import { among } from './complete.ts'
import { common, docs, flag, line, listing, name, one, several, taskId, text } from './flags.ts'

export const add = command({
  loader: async () => (await import('../actions/add.ts')).add,
  parameters: {
    flags: {
      ...common,
      dryRun: flag('Print the task without creating it'),
      description: text('Description', 'TEXT'),
      project: name('Project, if the line names none (default: that of .svc.json)', 'PROJECT', 'projects'),
      team: name('Team to add the task to', 'TEAM', 'teams'),
      type: text('Task type (default: task)', 'TYPE', taskTypes),
    },
    positional: line,
  },
  docs: docs(
    'Add a task from one line of text',
    [
      "svc add 'Grease crane !high @ada #upkeep +North-quay due:fri'",
      "svc add 'Order rope by 24 dec' --dry-run",
    ],
    'Marks: !priority @user #tag +project due:date (or ^date). Quote values with spaces: +"North quay". A date at the end of the line needs no mark. Write \\ before a mark, or double quotes around it, to use it as text. Put the line in single quotes, because shells interpret ! and #.',
  ),
})

export const next = command({
  loader: async () => (await import('../actions/next.ts')).next,
  parameters: { flags: { ...common, start: flag('Start the task') } },
  docs: docs(
    'Show your next task',
    ['svc next', 'svc next --start'],
    'Picks one of your open tasks that waits for no other task: overdue or due today first, then in progress, then by priority and due date.',
  ),
})

export const undo = command({
  loader: async () => (await import('../actions/undo.ts')).undo,
  parameters: { flags: { ...listing, list: flag('List the commands that can be undone, latest first') } },
  docs: docs(
    'Undo your last change',
    ['svc undo', 'svc undo --list'],
    'Reverts the last of up to 20 commands that added, changed, moved, assigned, deleted, restored, commented or attached. Skips tasks that another user has changed since.',
  ),
})

export const open = command({
  loader: async () => (await import('../actions/open.ts')).openTask,
  parameters: {
    flags: {
      ...common,
      browser: { kind: 'boolean', default: true, brief: 'Open a browser if available' },
    },
    positional: { kind: 'tuple', parameters: [{ ...taskId, optional: true }] },
  },
  docs: docs(
    'Open a task in the browser',
    ['svc open T1JM6SW2Z0A1B2C3D', 'svc open T1JM6SW2Z0A1B2C3D --no-browser', 'svc open'],
    'Also prints its URL. Without an id, opens the console.',
  ),
})

export const watch = command({
  loader: async () => (await import('../actions/watch.ts')).watch,
  parameters: {
    flags: {
      ...common,
      type: {
        ...several('Only these event types: task.updated, task.*', 'TYPE'),
        proposeCompletions: among(eventTypes),
      },
      project: name('Only events of this project', 'PROJECT', 'projects'),
      mine: flag('Only events about your tasks or yourself'),
      exec: text('Run this command for each event, passed as JSON on standard input', 'COMMAND'),
      after: text('Resume after this cursor (printed by --json)', 'CURSOR'),
    },
  },
  docs: docs(
    'Print events as they happen',
    ["svc watch --type 'task.*'", "svc watch --mine --exec 'jq -r .type'"],
    'Prints one line per event; in a pipe, tab-separated: time, type, id, user, title, changes. Reconnects without losing events. Stops if the --exec command fails.',
  ),
})

export const api = command({
  loader: async () => (await import('../actions/api.ts')).api,
  parameters: {
    flags: {
      ...common,
      data: text('Request body: JSON, @FILE, or - for standard input', 'JSON'),
      query: {
        ...text('Query parameter (repeatable)', 'NAME=VALUE'),
        variadic: true,
      },
      header: { ...text('Request header (repeatable)', 'NAME:VALUE'), variadic: true },
      include: flag('Also print the response status and headers, on standard error'),
    },
    positional: {
      kind: 'tuple',
      parameters: [one('METHOD', 'GET, POST, PUT, PATCH, DELETE'), one('PATH', 'Path, starting with /v1/')],
    },
  },
  docs: docs('Send a request to the API', [
    'svc api GET /v1/me',
    "svc api GET /v1/tasks --query 'filter[status]=blocked' --query limit=5",
    'svc api GET /v1/task-attachments/ID/content > plan.pdf',
    'svc api POST /v1/teams --data \'{"name": "Riggers"}\'',
  ]),
})

export const mcp = command({
  loader: async () => (await import('../actions/mcp.ts')).mcp,
  parameters: {
    flags: { ...common, toolsets: several('Additional toolsets', 'TOOLSET', ['danger', 'all']) },
  },
  docs: docs(
    'Run an MCP server on standard input and output',
    ['svc mcp'],
    'Forwards each message of an agent to the MCP endpoint of the server, with the credentials of the context.',
  ),
})

export const completion = command({
  loader: async () => (await import('../actions/completion.ts')).completion,
  parameters: {
    flags: common,
    positional: { kind: 'tuple', parameters: [one('SHELL', 'Shell', ['bash', 'zsh', 'fish'])] },
  },
  docs: docs(
    'Print the shell completion script',
    ['source <(svc completion bash)', 'source <(svc completion zsh)', 'svc completion fish | source'],
    'Add the line for your shell to its startup file: ~/.bashrc; ~/.zshrc, after compinit; ~/.config/fish/config.fish.',
  ),
})
