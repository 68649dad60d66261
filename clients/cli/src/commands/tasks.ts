import { dateFormatHelp, priorities, sortFields, statuses, taskTypes } from '../input/enums.ts'
import { defineCommand, defineGroup } from './command.ts'
import { completeSetting, completeNames } from './complete.ts'
import {
  commonFlags,
  countFlag,
  buildDocs,
  booleanFlag,
  listFlags,
  repeatedArgument,
  namesFlag,
  requiredArgument,
  valuesFlag,
  taskIdArgument,
  taskIdArguments,
  textFlag,
} from './flags.ts'

const loadEditActions = () => import('../actions/edit.ts')
const loadWriteActions = () => import('../actions/write-tasks.ts')
const loadTaskActions = () => import('../actions/task.ts')

export const taskFilterFlags = {
  ...listFlags,
  status: valuesFlag('With one of these statuses (any: all)', 'STATUS', [...statuses, 'any']),
  open: booleanFlag('Only open tasks (the default without --status)'),
  deleted: booleanFlag('Only deleted tasks that you can restore'),
  priority: valuesFlag('With one of these priorities', 'PRIORITY', priorities),
  assignee: namesFlag('Assigned to these users: usernames, me, none', 'USER', 'members', ['me', 'none']),
  mine: booleanFlag('Assigned to you'),
  project: namesFlag('In these projects: names, ids, none; any: all, ignoring .svc.json', 'PROJECT', 'projects', [
    'none',
    'any',
  ]),
  team: namesFlag('Of these teams: names, ids, none', 'TEAM', 'teams', ['none']),
  tag: valuesFlag('With any of these tags', 'TAG'),
  type: valuesFlag('With one of these types', 'TYPE', taskTypes),
  sprint: namesFlag('In these sprints: ids, none', 'SPRINT', 'sprints', ['none']),
  milestone: valuesFlag('Under these milestones: ids, none', 'MILESTONE'),
  goal: valuesFlag('Under these goals: ids, none', 'GOAL'),
  due: {
    ...textFlag(
      `Due date: today, 7d (within 7 days), '<fri', '>=today', mon..fri, overdue. Dates: ${dateFormatHelp}`,
      'RANGE',
    ),
    proposeCompletions: () => ['overdue', 'today', 'tomorrow', '7d'],
  },
  filter: textFlag('All filters in one option: status=backlog mine due<7d', 'FILTER'),
  sort: textFlag('Sort by', 'FIELD', Object.keys(sortFields)),
  desc: booleanFlag('In descending order'),
  limit: countFlag('Maximum number of tasks (default 50)'),
  all: booleanFlag('List all tasks'),
} as const

const list = defineCommand({
  loader: async () => (await import('../actions/list.ts')).listTasks,
  parameters: {
    flags: {
      ...taskFilterFlags,
      search: textFlag('With this text in the title, description, id or tags', 'TEXT'),
    },
  },
  docs: buildDocs(
    'List tasks',
    [
      'svc tasks list --mine',
      "svc tasks list --status in_progress --due '<7d' --json=task_id,title",
      "svc tasks list --project 'North quay' --ids --all | xargs svc tasks done",
    ],
    'Without options, lists open tasks by due date.',
  ),
})

const show = defineCommand({
  loader: async () => (await loadTaskActions()).showTask,
  parameters: {
    flags: { ...commonFlags, comments: booleanFlag('Include comments') },
    positional: { kind: 'tuple', parameters: [taskIdArgument] },
  },
  docs: buildDocs('Show a task', ['svc tasks show T1JM6SW2Z0A1B2C3D --comments']),
})

const edit = defineCommand({
  loader: async () => (await loadEditActions()).editTasks,
  parameters: {
    flags: {
      ...listFlags,
      set: {
        kind: 'parsed',
        parse: String,
        variadic: true,
        brief: 'Field to set (repeatable): status=completed, due=fri, tags+=upkeep, assignee=none',
        placeholder: 'NAME=VALUE',
        proposeCompletions: completeSetting,
      },
      filter: textFlag('Change all tasks that match this filter', 'FILTER'),
      yes: booleanFlag('Do not ask for confirmation'),
    },
    positional: taskIdArguments,
  },
  docs: buildDocs(
    'Edit tasks',
    [
      'svc tasks edit T1JM6SW2Z0A1B2C3D --set due=fri --set tags+=upkeep',
      "svc tasks edit --filter 'status=backlog assignee=ada' --set assignee=bob --yes",
    ],
    'With --filter, prints the number of matching tasks and asks for confirmation before it changes them. Revert with svc undo.',
  ),
})

const start = defineCommand({
  loader: async () => (await loadWriteActions()).startTasks,
  parameters: { flags: listFlags, positional: taskIdArguments },
  docs: buildDocs('Start tasks', ['svc tasks start T1JM6SW2Z0A1B2C3D']),
})

const done = defineCommand({
  loader: async () => (await loadWriteActions()).completeTasks,
  parameters: { flags: listFlags, positional: taskIdArguments },
  docs: buildDocs('Complete tasks', ['svc tasks done T1JM6SW2Z0A1B2C3D T2JM6SW2Z0A1B2C3D']),
})

const reopen = defineCommand({
  loader: async () => (await loadWriteActions()).reopenTasks,
  parameters: { flags: listFlags, positional: taskIdArguments },
  docs: buildDocs('Reopen completed tasks', ['svc tasks reopen T1JM6SW2Z0A1B2C3D']),
})

const assign = defineCommand({
  loader: async () => (await loadWriteActions()).assignTasks,
  parameters: {
    flags: {
      ...listFlags,
      to: {
        kind: 'parsed',
        parse: String,
        brief: 'Username, me, or none',
        placeholder: 'USER',
        proposeCompletions: completeNames('members', ['me', 'none']),
      },
    },
    positional: taskIdArguments,
  },
  docs: buildDocs('Assign tasks to a user', ['svc tasks assign T1JM6SW2Z0A1B2C3D --to ada']),
})

const remove = defineCommand({
  loader: async () => (await loadWriteActions()).deleteTasks,
  parameters: { flags: listFlags, positional: taskIdArguments },
  docs: buildDocs(
    'Delete tasks',
    ['svc tasks delete T1JM6SW2Z0A1B2C3D'],
    'Deletes subtasks too. Restore within 30 days: svc undo, svc tasks restore ID.',
  ),
})

const restore = defineCommand({
  loader: async () => (await loadWriteActions()).restoreTasks,
  parameters: { flags: listFlags, positional: taskIdArguments },
  docs: buildDocs('Restore deleted tasks', ['svc tasks list --deleted', 'svc tasks restore T1JM6SW2Z0A1B2C3D']),
})

const duplicate = defineCommand({
  loader: async () => (await loadWriteActions()).duplicateTasks,
  parameters: {
    flags: { ...listFlags, subtasks: booleanFlag('Copy the subtasks too') },
    positional: taskIdArguments,
  },
  docs: buildDocs('Duplicate tasks', ['svc tasks duplicate T1JM6SW2Z0A1B2C3D --subtasks']),
})

const move = defineCommand({
  loader: async () => (await loadWriteActions()).moveTasks,
  parameters: {
    flags: {
      ...listFlags,
      to: {
        kind: 'parsed',
        parse: String,
        brief: 'Project: name, id, or none',
        placeholder: 'PROJECT',
        proposeCompletions: completeNames('projects', ['none']),
      },
    },
    positional: taskIdArguments,
  },
  docs: buildDocs('Move tasks to a project', ['svc tasks move T1JM6SW2Z0A1B2C3D --to North-quay']),
})

const comment = defineCommand({
  loader: async () => (await loadTaskActions()).commentTask,
  parameters: {
    flags: commonFlags,
    positional: {
      kind: 'tuple',
      parameters: [taskIdArgument, requiredArgument('TEXT', 'Comment; - reads standard input')],
    },
  },
  docs: buildDocs('Comment on a task', [
    "svc tasks comment T1JM6SW2Z0A1B2C3D 'The crane is checked.'",
    'svc tasks comment T1JM6SW2Z0A1B2C3D - < notes.txt',
  ]),
})

const comments = defineCommand({
  loader: async () => (await loadTaskActions()).listComments,
  parameters: { flags: listFlags, positional: { kind: 'tuple', parameters: [taskIdArgument] } },
  docs: buildDocs('List the comments on a task', ['svc tasks comments T1JM6SW2Z0A1B2C3D']),
})

const attach = defineCommand({
  loader: async () => (await loadTaskActions()).attachFiles,
  parameters: { flags: commonFlags, positional: repeatedArgument('ID FILE', 'Task id, then files') },
  docs: buildDocs('Attach files to a task', ['svc tasks attach T1JM6SW2Z0A1B2C3D plan.pdf photo.jpg']),
})

export const tasks = defineGroup({
  routes: {
    list,
    show,
    edit,
    start,
    done,
    reopen,
    assign,
    move,
    duplicate,
    delete: remove,
    restore,
    comment,
    comments,
    attach,
  },
  aliases: { ls: 'list' },
  docs: { brief: 'Manage tasks' },
})
