import { eventTypes, taskTypes } from '../input/enums.ts'
import { defineCommand } from './command.ts'
import { completeValues } from './complete.ts'
import {
  commonFlags,
  buildDocs,
  booleanFlag,
  quickAddArgument,
  listFlags,
  nameFlag,
  requiredArgument,
  valuesFlag,
  taskIdArgument,
  taskIdArguments,
  textFlag,
} from './flags.ts'

export const add = defineCommand({
  loader: async () => (await import('../actions/add.ts')).addTask,
  parameters: {
    flags: {
      ...commonFlags,
      dryRun: booleanFlag('Print the task without creating it'),
      description: textFlag('Description', 'TEXT'),
      project: nameFlag('Project, if the line names none (default: that of .svc.json)', 'PROJECT', 'projects'),
      team: nameFlag('Team to add the task to', 'TEAM', 'teams'),
      type: textFlag('Task type (default: task)', 'TYPE', taskTypes),
      set: {
        ...textFlag('Custom field to set (repeatable): custom.severity=high', 'NAME=VALUE'),
        variadic: true,
      },
    },
    positional: quickAddArgument,
  },
  docs: buildDocs(
    'Add a task from one line of text',
    ["svc add 'Grease crane !high @ada #upkeep +North-quay due:fri'", "svc add 'Order rope by 24 dec' --dry-run"],
    'Marks: !priority @user #tag +project due:date (or ^date). Quote values with spaces: +"North quay". A date at the end of the line needs no mark. Write \\ before a mark, or double quotes around it, to use it as text. Put the line in single quotes, because shells interpret ! and #.',
  ),
})

export const next = defineCommand({
  loader: async () => (await import('../actions/next.ts')).showNextTask,
  parameters: {
    flags: {
      ...commonFlags,
      start: booleanFlag('Start the task'),
      take: textFlag('Start the task and claim it for this time, so that no other worker takes it', '30m'),
    },
  },
  docs: buildDocs(
    'Show your next task',
    ['svc next', 'svc next --start', 'svc next --take 30m'],
    'Picks one of your open tasks that waits for no other task: overdue or due today first, then in progress, then by priority and due date.',
  ),
})

export const done = defineCommand({
  loader: async () => (await import('../actions/claims.ts')).finishTasks,
  parameters: { flags: listFlags, positional: taskIdArguments },
  docs: buildDocs(
    'Complete the task that you have taken',
    ['svc done', 'svc done QUAY-12'],
    'Completes the task and ends its claim. Without an id, the only task that you have taken.',
  ),
})

export const branch = defineCommand({
  loader: async () => (await import('../actions/branch.ts')).createBranch,
  parameters: {
    flags: { ...commonFlags, print: booleanFlag('Only print the name') },
    positional: { kind: 'tuple', parameters: [taskIdArgument] },
  },
  docs: buildDocs(
    'Create a Git branch for a task',
    ['svc branch QUAY-12', 'svc branch QUAY-12 --print'],
    'Checks out a new branch named after the key and the title, such as quay-12-grease-the-crane.',
  ),
})

export const exportCommand = defineCommand({
  loader: async () => (await import('../actions/export.ts')).exportData,
  parameters: {
    flags: {
      ...commonFlags,
      project: nameFlag('Export only this project', 'PROJECT', 'projects'),
      mine: booleanFlag('Export only your own tasks, comments, sections and views'),
    },
    positional: { kind: 'tuple', parameters: [requiredArgument('FILE', 'File to write, such as export.zip')] },
  },
  docs: buildDocs(
    'Export your organization or a project into a file',
    ['svc export work.zip', 'svc export quay.zip --project "North quay"', 'svc export mine.zip --mine'],
    'Only owners can export an organization or a project. The file is a zip archive in the data format of svc.',
  ),
})

export const undo = defineCommand({
  loader: async () => (await import('../actions/undo.ts')).undoLastCommand,
  parameters: {
    flags: { ...listFlags, list: booleanFlag('List the commands that can be undone, latest first') },
  },
  docs: buildDocs(
    'Undo your last change',
    ['svc undo', 'svc undo --list'],
    'Reverts the last of up to 20 commands that added, changed, moved, assigned, deleted, restored, commented or attached. Skips tasks that another user has changed since.',
  ),
})

export const open = defineCommand({
  loader: async () => (await import('../actions/open.ts')).openTask,
  parameters: {
    flags: {
      ...commonFlags,
      browser: { kind: 'boolean', default: true, brief: 'Open a browser if available' },
    },
    positional: { kind: 'tuple', parameters: [{ ...taskIdArgument, optional: true }] },
  },
  docs: buildDocs(
    'Open a task in the browser',
    ['svc open T1JM6SW2Z0A1B2C3D', 'svc open T1JM6SW2Z0A1B2C3D --no-browser', 'svc open'],
    'Also prints its URL. Without an id, opens the console.',
  ),
})

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

export const importCommand = defineCommand({
  loader: async () => (await import('../actions/import.ts')).importFile,
  parameters: {
    flags: {
      ...commonFlags,
      source: textFlag('Origin of the file (default: by its extension)', 'SOURCE', [
        'trello',
        'jira',
        'todoist',
        'linear',
        'vikunja',
        'ticktick',
        'ical',
        'plane',
        'wekan',
        'kaneo',
        'github',
        'csv',
        'neutral',
      ]),
      dryRun: booleanFlag('Roll all changes back at the end'),
      into: textFlag('Id of the project that receives all tasks (default: new projects)', 'PROJECT'),
      map: {
        ...textFlag('Property of a CSV column: Subject=title, Effort=custom:number (repeatable)', 'COLUMN=PROPERTY'),
        variadic: true,
      },
      user: { ...textFlag('Member for a person in the source (repeatable)', 'PERSON=USERNAME'), variadic: true },
      statusMap: {
        ...textFlag('Status for a status or list in the source (repeatable)', 'NAME=STATUS'),
        variadic: true,
      },
      timeZone: textFlag('Time zone of times that have none', 'ZONE'),
      notify: booleanFlag('Send webhooks and notifications'),
      undo: booleanFlag('Undo the import with the id FILE'),
      repo: textFlag('Repository, for github and gitlab', 'OWNER/NAME'),
      apiUrl: textFlag(
        'URL of the API, for planka (https://HOST), github (Gitea: https://HOST/api/v1) and gitlab (https://HOST/api/v4)',
        'URL',
      ),
    },
    positional: {
      kind: 'tuple',
      parameters: [
        requiredArgument(
          'FILE',
          'Export of another service, or planka, github or gitlab; with --undo, the id of an import',
        ),
      ],
    },
  },
  docs: buildDocs(
    'Import a file of another service, the boards of a Planka server, or the issues of a repository',
    [
      'svc import board.json --dry-run',
      'svc import issues.csv --source jira',
      'svc import list.csv --map Subject=title --map Deadline=due_date',
      'svc import planka --api-url https://HOST',
      'svc import github --repo OWNER/NAME',
      'svc import gitlab --repo GROUP/NAME',
      'svc import IMPORT_ID --undo',
    ],
    'Waits for the end and prints the numbers; the report is on standard error. planka, github and gitlab read through the API with PLANKA_TOKEN (or PLANKA_USER and PLANKA_PASSWORD), GITHUB_TOKEN or GITLAB_TOKEN, which stay on this machine.',
  ),
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
