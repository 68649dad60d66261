import { eventTypes, taskTypes } from '../input/words.ts'
import { command } from './command.ts'
import { among } from './complete.ts'
import { common, docs, flag, line, listing, name, one, several, taskId, text } from './flags.ts'

export const add = command({
  loader: async () => (await import('../actions/add.ts')).add,
  parameters: {
    flags: {
      ...common,
      dryRun: flag('Say what would be made, and make nothing'),
      description: text('More about it', 'TEXT'),
      project: name('Project, if the line names none', 'PROJECT', 'projects'),
      team: name('Team to whose intake it is added', 'TEAM', 'teams'),
      type: text('Its type (default: task)', 'TYPE', taskTypes),
    },
    positional: line,
  },
  docs: docs(
    'Add a task, written in a line',
    [
      "svc add 'Grease crane !high @ada #upkeep +North-quay due:fri'",
      "svc add 'Order rope by 24 dec' --dry-run",
    ],
    'Marks: !priority @person #tag +project due:day (or ^day), each with quotes where there are spaces: +"North quay". A day in words at the end needs no mark. What stands after \\ or in double quotes is text. Put the line into single quotes: a shell reads ! and # itself.',
  ),
})

export const next = command({
  loader: async () => (await import('../actions/next.ts')).next,
  parameters: { flags: { ...common, start: flag('Begin it') } },
  docs: docs('Show the task that you should do next', ['svc next', 'svc next --start']),
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
      project: name('In this project', 'PROJECT', 'projects'),
      mine: flag('About your tasks and you'),
      exec: text('Run this for each event, which it reads as JSON from its standard input', 'COMMAND'),
      after: text('Go on after this cursor, which --json shows', 'CURSOR'),
    },
  },
  docs: docs(
    'Tell what happens, as it happens',
    ["svc watch --type 'task.*'", "svc watch --mine --exec 'jq -r .type'"],
    'Prints a line per event; into a pipe: time, type, id, user, title and changes separated by tabs. Reconnects without losing events. Ends when the --exec command fails.',
  ),
})

export const api = command({
  loader: async () => (await import('../actions/api.ts')).api,
  parameters: {
    flags: {
      ...common,
      data: text('The body: JSON, @FILE, or - for standard input', 'JSON'),
      query: {
        ...text('Something for the query string', 'NAME=VALUE'),
        variadic: true,
      },
      header: { ...text('A header', 'NAME:VALUE'), variadic: true },
      include: flag('Print the status and headers too, on standard error'),
    },
    positional: {
      kind: 'tuple',
      parameters: [one('METHOD', 'GET, POST, PUT, PATCH, DELETE'), one('PATH', 'Path, from /v1/ on')],
    },
  },
  docs: docs('Send any request of the API', [
    'svc api GET /v1/me',
    "svc api GET /v1/tasks --query 'filter[status]=blocked' --query limit=5",
    'svc api GET /v1/task-attachments/ID/content > plan.pdf',
    'svc api POST /v1/teams --data \'{"name": "Riggers"}\'',
  ]),
})

export const mcp = command({
  loader: async () => (await import('../actions/mcp.ts')).mcp,
  parameters: {
    flags: { ...common, toolsets: several('More tools', 'TOOLSET', ['danger', 'all']) },
  },
  docs: docs('Let an agent use the service as you, by MCP on standard input and output', ['svc mcp']),
})

export const completion = command({
  loader: async () => (await import('../actions/completion.ts')).completion,
  parameters: {
    flags: common,
    positional: { kind: 'tuple', parameters: [one('SHELL', 'The shell', ['bash', 'zsh', 'fish'])] },
  },
  docs: docs(
    'Print the shell completion script',
    ['source <(svc completion bash)', 'source <(svc completion zsh)', 'svc completion fish | source'],
    'Add the line for your shell to its startup file: ~/.bashrc; ~/.zshrc, after compinit; ~/.config/fish/config.fish.',
  ),
})
