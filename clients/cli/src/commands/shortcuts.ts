import { taskTypes } from '../input/enums.ts'
import { defineCommand } from './command.ts'
import {
  commonFlags,
  buildDocs,
  booleanFlag,
  quickAddArgument,
  listFlags,
  nameFlag,
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
