import { defineCommand } from './command.ts'
import { commonFlags, buildDocs, booleanFlag, nameFlag, requiredArgument, textFlag } from './flags.ts'

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
