import type { ImportOutcome, ImportPhase, ImportSource } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'
import { formatNumber } from './plural.ts'

export const importTexts = defineMessages('importTexts', {
  intro: 'Bring work from another service. The first step is a check, which changes nothing.',
  notAllowed: 'Only organization admins can import from other services, and owners of a project into it.',
  notAllowedAsk: (names: string) => `Ask ${names}.`,
  title: 'New import',
  source: 'From',
  ownersHint: 'As an owner of a project, you import tables and archives into it. Ask an organization admin for others.',
  file: 'File',
  choose: 'Choose a file',
  drop: 'or drop it here',
  otherFile: 'Choose another file',
  target: 'Into',
  newProjects: 'New projects',
  timeZone: 'Time zone of the file',
  timeZoneHint: 'For times without one.',
  columns: 'Columns',
  columnsHint: 'What each column of the table means. Others are stored with the task.',
  column: 'Column',
  sample: 'First rows',
  means: 'Means',
  meansFor: (column: string) => `Meaning of ${column}`,
  unnamed: (number: number) => `Column ${formatNumber(number)}`,
  needsTitle: 'Choose the column that is the title.',
  check: 'Check the file',
  checkHint: 'Shows what an import would do. Nothing is changed.',
  upload: 'Uploading',
  earlier: 'Earlier imports',
  none: 'No imports yet.',
  back: 'All imports',
  unknown: 'There is no such import, or you cannot read it.',
  checked: 'check',
  by: (name: string) => `by ${name}`,
  started: 'Started',
  phaseOf: (step: string, done: string) => `${step}: ${done} done`,
  wouldDo: 'What the import would do',
  didDo: 'What was imported',
  notes: 'What the file lacks',
  report: 'What was not taken over as it is',
  reportNone: 'Everything was taken over as it is.',
  reportCsv: 'Download CSV',
  line: (line: number) => `line ${formatNumber(line)}`,
  people: 'People without a member',
  peopleHint:
    'They become placeholders: authors and assignees who cannot sign in. Choose a member to take over instead.',
  placeholder: 'Placeholder',
  placeholderLabel: (name: string) => `${name} (not a member)`,
  placeholders: 'People from imports who are not members',
  placeholdersHint:
    'Tasks and comments name them, but they have no rights. Who joins with the same verified address takes their place. For others, say who they are.',
  thisIs: 'This is …',
  whoIs: (name: string) => `Who is ${name}?`,
  isPerson: (name: string, member: string) => `Is ${name} the member ${member}?`,
  isPersonConfirm: 'Yes, the same person',
  isPersonTexts: [
    'Tasks, comments, files and history name the member instead.',
    'This takes a moment, and cannot be undone.',
  ],
  becomes: (member: string) => `becomes ${member}`,
  states: 'Columns without a status',
  statesHint: 'Tasks in them keep the status that the file gives. Choose a status to set it for all.',
  noStatus: 'No status',
  run: 'Import now',
  checkAgain: 'Check again',
  undo: 'Undo import…',
  undoTitle: (file: string) => `Undo the import of ${file}?`,
  undoTexts: [
    'Deletes everything that this import created.',
    'What was changed or commented on since then stays, and is listed in the report.',
  ],
  undoConfirm: 'Undo import',
  failed: 'The import failed.',
  failedUndo: 'What it wrote before that can be undone.',
})

/** Names of the sources that are no names of services. */
export const sourceNames = defineMessages<Partial<Record<ImportSource, string>>>('sourceNames', {
  csv: 'Table (CSV)',
  neutral: 'Archive of this service',
})

/** Sources whose file the user has; the CLI reads others. */
export type FileSource = Exclude<ImportSource, 'planka' | 'gitlab'>

/** Says how to get the file of each source. */
export const sourceHints = defineMessages<Record<FileSource, string>>('sourceHints', {
  csv: 'A CSV file with a header, of any usual encoding and separator. A row is a task.',
  trello: 'Board menu → Print, export and share → Export as JSON.',
  jira: 'Search for issues → Export → CSV (all fields).',
  todoist: 'Project menu → Export as CSV. Completed tasks are not in it.',
  linear: 'Settings → Import / Export → Export CSV. Comments and attachments are not in it.',
  vikunja: 'Settings → Export your data → the zip file from the email. Saved filters are not imported.',
  ticktick: 'Settings → Account → Backup & Restore → Generate backup.',
  ical: 'An .ics file with tasks, such as an export of Nextcloud Tasks, Thunderbird or Reminders. Events are left out.',
  plane: 'Workspace settings → Exports → CSV or JSON, then unzip it.',
  wekan: 'Board menu → Export board → JSON. Files are not imported.',
  kaneo: 'Project settings → Export tasks. Comments and subtasks are not in it.',
  github: 'Output of gh issue list --state all --json …',
  neutral: 'A zip archive in the data format, such as an export of a project.',
})

export const importPhaseNames = defineMessages<Record<ImportPhase, string>>('importPhaseNames', {
  reading: 'Reading the file…',
  checking: 'Checking the data…',
  writing: 'Writing…',
  undoing: 'Undoing…',
  finished: 'Finished',
  failed: 'Failed',
  undone: 'Undone',
})

export const outcomeNames = defineMessages<Record<ImportOutcome, string>>('outcomeNames', {
  rejected: 'Left out',
  changed: 'Adapted',
  conflict: 'Conflict',
  skipped: 'Skipped',
  retained: 'Kept',
})

export const countNames = defineMessages<Record<string, string>>('countNames', {
  created: 'new',
  updated: 'updated',
  unchanged: 'unchanged',
  matched: 'already here',
  changed: 'adapted',
  rejected: 'left out',
  conflict: 'in conflict',
  skipped: 'skipped',
  retained: 'kept',
  deleted: 'deleted',
})

export const columnMeanings = defineMessages<Record<string, string>>('columnMeanings', {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  section: 'Section',
  project: 'Project',
  priority: 'Priority',
  assignee: 'Assignee',
  tags: 'Tags',
  start_date: 'Start date',
  due_date: 'Due date',
  created_at: 'Created at',
  completed_at: 'Completed at',
  parent: 'ID of the parent task',
  id: 'ID',
  url: 'URL',
  extra: 'Store with the task',
  ignore: 'Leave out',
})
