import { daysHelp, priorities, sorts, statuses, taskTypes } from '../input/words.ts'
import { command, group } from './command.ts'
import { completeSetting, named } from './complete.ts'
import {
  common,
  count,
  docs,
  flag,
  listing,
  many,
  names,
  one,
  several,
  taskId,
  taskIds,
  text,
} from './flags.ts'

const loadEditActions = () => import('../actions/edit.ts')
const loadWriteActions = () => import('../actions/acts.ts')
const loadTaskActions = () => import('../actions/task.ts')

export const choosing = {
  ...listing,
  status: several('With one of these statuses (any: all)', 'STATUS', [...statuses, 'any']),
  open: flag('Only open tasks (the default without --status)'),
  deleted: flag('Only deleted tasks that you can restore'),
  priority: several('With one of these priorities', 'PRIORITY', priorities),
  assignee: names('Assigned to these users: usernames, me, none', 'USER', 'members', ['me', 'none']),
  mine: flag('Assigned to you'),
  project: names('In these projects: names, ids, none; any: all, ignoring .svc.json', 'PROJECT', 'projects', [
    'none',
    'any',
  ]),
  team: names('Of these teams: names, ids, none', 'TEAM', 'teams', ['none']),
  tag: several('With any of these tags', 'TAG'),
  type: several('With one of these types', 'TYPE', taskTypes),
  sprint: names('In these sprints: ids, none', 'SPRINT', 'sprints', ['none']),
  milestone: several('Under these milestones: ids, none', 'MILESTONE'),
  goal: several('Under these goals: ids, none', 'GOAL'),
  due: {
    ...text(
      `Due date: today, 7d (within 7 days), '<fri', '>=today', mon..fri, overdue. Dates: ${daysHelp}`,
      'SPAN',
    ),
    proposeCompletions: () => ['overdue', 'today', 'tomorrow', '7d'],
  },
  filter: text('All filters in one option: status=backlog mine due<7d', 'FILTER'),
  sort: text('Sort by', 'FIELD', Object.keys(sorts)),
  desc: flag('In descending order'),
  limit: count('Maximum number of tasks (default 50)'),
  all: flag('List all tasks'),
} as const

const list = command({
  loader: async () => (await import('../actions/list.ts')).listTasks,
  parameters: {
    flags: { ...choosing, search: text('With this text in the title, description, id or tags', 'TEXT') },
  },
  docs: docs(
    'List tasks',
    [
      'svc tasks list --mine',
      "svc tasks list --status in_progress --due '<7d' --json=task_id,title",
      "svc tasks list --project 'North quay' --ids --all | xargs svc tasks done",
    ],
    'Without options, lists open tasks by due date.',
  ),
})

const show = command({
  loader: async () => (await loadTaskActions()).showTask,
  parameters: {
    flags: { ...common, comments: flag('Include comments') },
    positional: { kind: 'tuple', parameters: [taskId] },
  },
  docs: docs('Show a task', ['svc tasks show T1JM6SW2Z0A1B2C3D --comments']),
})

const edit = command({
  loader: async () => (await loadEditActions()).editTasks,
  parameters: {
    flags: {
      ...listing,
      set: {
        kind: 'parsed',
        parse: String,
        variadic: true,
        brief: 'Field to set (repeatable): status=completed, due=fri, tags+=upkeep, assignee=none',
        placeholder: 'NAME=VALUE',
        proposeCompletions: completeSetting,
      },
      filter: text('Change all tasks that match this filter', 'FILTER'),
      yes: flag('Do not ask for confirmation'),
    },
    positional: taskIds,
  },
  docs: docs(
    'Edit tasks',
    [
      'svc tasks edit T1JM6SW2Z0A1B2C3D --set due=fri --set tags+=upkeep',
      "svc tasks edit --filter 'status=backlog assignee=ada' --set assignee=bob --yes",
    ],
    'With --filter, prints the number of matching tasks and asks for confirmation before it changes them. Revert with svc undo.',
  ),
})

const start = command({
  loader: async () => (await loadWriteActions()).startTasks,
  parameters: { flags: listing, positional: taskIds },
  docs: docs('Start tasks', ['svc tasks start T1JM6SW2Z0A1B2C3D']),
})

const done = command({
  loader: async () => (await loadWriteActions()).completeTasks,
  parameters: { flags: listing, positional: taskIds },
  docs: docs('Complete tasks', ['svc tasks done T1JM6SW2Z0A1B2C3D T2JM6SW2Z0A1B2C3D']),
})

const reopen = command({
  loader: async () => (await loadWriteActions()).reopenTasks,
  parameters: { flags: listing, positional: taskIds },
  docs: docs('Reopen completed tasks', ['svc tasks reopen T1JM6SW2Z0A1B2C3D']),
})

const assign = command({
  loader: async () => (await loadWriteActions()).assignTasks,
  parameters: {
    flags: {
      ...listing,
      to: {
        kind: 'parsed',
        parse: String,
        brief: 'Username, me, or none',
        placeholder: 'USER',
        proposeCompletions: named('members', ['me', 'none']),
      },
    },
    positional: taskIds,
  },
  docs: docs('Assign tasks to a user', ['svc tasks assign T1JM6SW2Z0A1B2C3D --to ada']),
})

const remove = command({
  loader: async () => (await loadWriteActions()).deleteTasks,
  parameters: { flags: listing, positional: taskIds },
  docs: docs(
    'Delete tasks',
    ['svc tasks delete T1JM6SW2Z0A1B2C3D'],
    'Deletes subtasks too. Restore within 30 days: svc undo, svc tasks restore ID.',
  ),
})

const restore = command({
  loader: async () => (await loadWriteActions()).restoreTasks,
  parameters: { flags: listing, positional: taskIds },
  docs: docs('Restore deleted tasks', ['svc tasks list --deleted', 'svc tasks restore T1JM6SW2Z0A1B2C3D']),
})

const move = command({
  loader: async () => (await loadWriteActions()).moveTasks,
  parameters: {
    flags: {
      ...listing,
      to: {
        kind: 'parsed',
        parse: String,
        brief: 'Project: name, id, or none',
        placeholder: 'PROJECT',
        proposeCompletions: named('projects', ['none']),
      },
    },
    positional: taskIds,
  },
  docs: docs('Move tasks to a project', ['svc tasks move T1JM6SW2Z0A1B2C3D --to North-quay']),
})

const comment = command({
  loader: async () => (await loadTaskActions()).commentTask,
  parameters: {
    flags: common,
    positional: {
      kind: 'tuple',
      parameters: [taskId, one('TEXT', 'Comment; - reads standard input')],
    },
  },
  docs: docs('Comment on a task', [
    "svc tasks comment T1JM6SW2Z0A1B2C3D 'The crane is checked.'",
    'svc tasks comment T1JM6SW2Z0A1B2C3D - < notes.txt',
  ]),
})

const comments = command({
  loader: async () => (await loadTaskActions()).listComments,
  parameters: { flags: listing, positional: { kind: 'tuple', parameters: [taskId] } },
  docs: docs('List the comments on a task', ['svc tasks comments T1JM6SW2Z0A1B2C3D']),
})

const attach = command({
  loader: async () => (await loadTaskActions()).attachFiles,
  parameters: { flags: common, positional: many('ID FILE', 'Task id, then files') },
  docs: docs('Attach files to a task', ['svc tasks attach T1JM6SW2Z0A1B2C3D plan.pdf photo.jpg']),
})

export const tasks = group({
  routes: {
    list,
    show,
    edit,
    start,
    done,
    reopen,
    assign,
    move,
    delete: remove,
    restore,
    comment,
    comments,
    attach,
  },
  aliases: { ls: 'list' },
  docs: { brief: 'Manage tasks' },
})
