import type { SprintStatus, TeamRole } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'
import { formatNumber, plural } from './plural.ts'

export const teamTexts = defineMessages('teamTexts', {
  intro: 'Teams have members, an intake of tasks without a project, sprints and milestones.',
  create: 'New team',
  createConfirm: 'Create team',
  none: 'No teams yet.',
  members: (count: number) => plural(count, { one: '# member', other: '# members' }),
  projects: (count: number) => plural(count, { one: '# project', other: '# projects' }),
  showTasks: 'Show tasks',
  editTitle: 'Edit team',
  save: 'Save',
  delete: 'Delete…',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteTexts: [
    'Its sprints, milestones and sections are deleted. Tasks stay and leave them.',
    'Its projects stay and belong to no team.',
    'This cannot be undone.',
  ],
  deleteConfirm: 'Delete team',
  membersTitle: 'Members',
  add: 'Add a member',
  role: (name: string) => `Role of ${name} in the team`,
  removeMember: (name: string) => `Remove ${name} from the team`,
  removed: (name: string) => `${name} is no longer in the team`,
  undo: 'Undo',
  projectsTitle: 'Projects',
  noProjects: 'No projects yet.',
})

export const teamRoleNames = defineMessages<Record<TeamRole, string>>('teamRoleNames', {
  owner: 'Owner',
  member: 'Member',
})

export const sprintTexts = defineMessages('sprintTexts', {
  title: 'Sprints',
  none: 'No sprints yet.',
  plan: 'Plan a sprint',
  planConfirm: 'Create sprint',
  defaultName: (number: number) => `Sprint ${number}`,
  name: 'Name',
  start: 'Starts',
  weeks: 'Length',
  inWeeks: (weeks: number) => plural(weeks, { one: '# week', other: '# weeks' }),
  goal: 'Goal (optional)',
  progress: (completed: number, all: number) => `${formatNumber(completed)} of ${formatNumber(all)} completed`,
  dates: (from: string, to: string) => `${from} to ${to}`,
  overdue: 'Over',
  burndown: (name: string) => `Burndown of ${name}`,
  close: 'Close…',
  closeTitle: (name: string) => `Close ${name}`,
  open: (count: number) =>
    count === 0
      ? 'All its tasks are completed.'
      : count === 1
        ? '1 task is open.'
        : `${formatNumber(count)} tasks are open.`,
  moveTo: 'Open tasks',
  toSprint: (name: string) => `Move to ${name}`,
  toNone: 'Remove from the sprint',
  toStay: 'Leave in this sprint',
  closeConfirm: 'Close sprint',
  closed: (name: string) => `${name} is closed`,
  planned: 'Planned',
  reopen: 'Reopen',
  backlog: 'Backlog board',
  noCurrent: 'No sprint is running.',
  past: (count: number) => plural(count, { one: '# closed sprint', other: '# closed sprints' }),
  velocity: 'Completed tasks in the last closed sprints',
  daysLeft: (count: number) => (count === 1 ? 'last day' : `${formatNumber(count)} days left`),
  edit: 'Edit…',
  editTitle: 'Edit sprint',
  end: 'Ends',
  startToday: 'Start today',
  started: (name: string) => `${name} has started`,
  deleteTexts: ['Its tasks stay and are in no sprint.', 'Its burndown is lost.', 'This cannot be undone.'],
  deleteConfirm: 'Delete sprint',
})

export const sprintStatusNames = defineMessages<Record<SprintStatus, string>>('sprintStatusNames', {
  active: 'Active',
  completed: 'Closed',
})

export const milestoneTexts = defineMessages('milestoneTexts', {
  title: 'Milestones',
  none: 'No milestones yet.',
  create: 'New milestone',
  createConfirm: 'Create milestone',
  edit: 'Edit milestone',
  name: 'Title',
  date: 'Target date',
  due: (day: string) => `due ${day}`,
  description: 'Description (optional)',
  owner: 'Responsible',
  noOwner: 'None',
  overdue: 'Overdue',
  closed: 'Closed',
  close: 'Close milestone',
  reopen: 'Reopen milestone',
  isClosed: (name: string) => `${name} is closed`,
  isOpen: (name: string) => `${name} is open again`,
  deleteTexts: ['Its tasks stay and are in no milestone.', 'This cannot be undone.'],
  deleteConfirm: 'Delete milestone',
})

export const loadTexts = defineMessages('loadTexts', {
  title: 'Load',
  hint: 'Open tasks by the week in which they are due; overdue ones count in the first.',
  away: (days: number) => plural(days, { one: '# workday away', other: '# workdays away' }),
})
