import { fileSources } from '@svc/import/parsers'
import * as s from '../../../core/schema.ts'
import { importSteps, pulledSources } from './rules.ts'

const importSources = s.namedEnum('ImportSource', [...new Set(['neutral', ...fileSources, ...pulledSources])])
const importPhases = s.namedEnum('ImportPhase', [
  'reading',
  'checking',
  'writing',
  'undoing',
  'finished',
  'failed',
  'undone',
])
const importOutcomes = s.namedEnum('ImportOutcome', ['rejected', 'changed', 'conflict', 'skipped', 'retained'])

const buildMap = (description: string) => s.freeForm({ maxProperties: 1000, description })

const importOptions = {
  user_map: buildMap(
    'Usernames of members by id, username, email or name of a person in the source. Others are matched by verified email.',
  ),
  status_map: buildMap('Statuses of tasks by name of a status or section in the source. Others are guessed.'),
  column_map: buildMap(
    'Only for `csv`: properties by name of a column. Others are recognized by their name. `custom` makes it a custom field whose ' +
      'type follows from the values, `custom:number` one of this type.',
  ),
  timezone: s.text({
    max: 64,
    description: 'Time zone of times without a time zone, such as `Europe/Berlin`. Default: UTC.',
  }),
  notify: s.bool('True to emit the events of every change, which send webhooks and notifications. Default: false.'),
}

const dryRun = s.bool('True to roll back all changes at the end. The report is the same.')

const importRequest = s.namedObject('ImportRequest', {
  org_id: s.orgIdField,
  source: s.stringEnum(importSources, {
    description:
      'Service that the file comes from; `neutral` is an archive of the data format of svc, as are those of `planka`, ' +
      '`gitlab` and `github`. `github` is also the output of `gh issue list --json`.',
  }),
  dry_run: s.optional(dryRun),
  ...s.optionalNullables({
    project_id: s.text({ max: 64, description: 'Project that receives all tasks. `null`: new projects.' }),
    ...importOptions,
  }),
})
export type ImportRequest = s.Static<typeof importRequest>

export const importCreate = s.namedObject('ImportCreate', { import: importRequest })

export const importAgain = s.namedObject('ImportAgain', {
  dry_run: s.optional(dryRun),
  ...s.optionalNullables(importOptions),
})
export type ImportAgain = s.Static<typeof importAgain>

export const importParams = { import_id: 'ID of the import.' }
export const importListQuery = s.object({ org_id: s.orgIdField })

const counts = s.freeForm('Numbers by kind and result, such as `{"tasks": {"created": 12}}`.')

export const importSchema = s.namedObject('Import', {
  import_id: s.text('ID of the import.'),
  org_id: s.text('ID of the organization.'),
  source: s.stringEnum(importSources, 'Service that the file comes from.'),
  file_name: s.text('Name of the file.'),
  project_id: s.nullable(s.text('Project that receives all tasks.')),
  dry_run: dryRun,
  phase: s.stringEnum(importPhases, 'Current phase; the last three are final.'),
  progress: s.namedObject(
    'ImportProgress',
    {
      step: s.nullable(s.text(`Kind that is being written: ${importSteps.join(', ')}.`)),
      done: s.int('Number of its rows that are done.'),
      total: s.nullable(s.int('Number of its rows in the file.')),
    },
    { description: 'Progress of the writing.' },
  ),
  counts,
  notes: s.array(s.text(), 'Notes on what the file lacks.'),
  error: s.nullable(s.text('Reason of a failure, with its place in the file.')),
  reported: s.int('Number of entries in the report.'),
  can_undo: s.bool('True while the import can be undone.'),
  created_by: s.text('Username of the user who started it.'),
  created_at: s.dateTime('Time of the start.'),
  updated_at: s.dateTime('Time of the last change.'),
  finished_at: s.nullable(s.dateTime('Time of the end.')),
  version: s.versionField,
})

export const importReportEntry = s.namedObject('ImportReportEntry', {
  entry: s.int('Number of the entry.'),
  outcome: s.stringEnum(importOutcomes, {
    description:
      '`rejected`: a value or row was left out. `changed`: a value was adapted. `conflict`: changed here and at the source. ' +
      '`skipped`: not imported. `retained`: not undone.',
  }),
  kind: s.text('Kind of the row, such as `tasks`.'),
  line: s.nullable(s.int('Line in the data (`GET /v1/imports/{import_id}/source`).')),
  external_id: s.nullable(s.text('ID of the row in the source.')),
  field: s.nullable(s.text('Property that the entry is about.')),
  value: s.nullable(s.text('Value, up to 200 characters.')),
  reason: s.text('Reason for the result.'),
})

export const placeholderMatch = s.namedObject('PlaceholderMatch', {
  username: s.text({ min: 1, max: 64, description: 'Username of an active member.' }),
})

export const placeholderSchema = s.namedObject('Placeholder', {
  user_id: s.uuid('ID by which comments name the placeholder.'),
  org_id: s.text('ID of the organization.'),
  username: s.text('Name by which tasks, comments and files name the placeholder.'),
  name: s.nullable(s.text('Name in the source.')),
  email: s.nullable(s.text('Address in the source. `null` for callers who are no admins.')),
  matched_username: s.nullable(s.text('Member that the placeholder is being replaced by.')),
  created_at: s.dateTime('Time of the import.'),
})
