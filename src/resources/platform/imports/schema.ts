import { fileSources } from '@svc/import/parsers'
import * as s from '../../../core/schema.ts'
import { importSteps } from './rules.ts'

export const importSources = s.namedEnum('ImportSource', ['neutral', ...fileSources])
export const importPhases = s.namedEnum('ImportPhase', [
  'reading',
  'checking',
  'writing',
  'undoing',
  'finished',
  'failed',
  'undone',
])
export const importOutcomes = s.namedEnum('ImportOutcome', ['rejected', 'changed', 'conflict', 'skipped', 'retained'])

const buildMap = (description: string) => s.freeForm({ maxProperties: 1000, description })

export const importOptions = {
  user_map: buildMap(
    'Usernames of members by id, username, email or name of a person in the source. Others are matched by verified email.',
  ),
  status_map: buildMap('Statuses of tasks by name of a status or section in the source. Others are guessed.'),
  column_map: buildMap('Only for `csv`: properties by name of a column. Others are recognized by their name.'),
  timezone: s.text({
    max: 64,
    description: 'Time zone of times without a time zone, such as `Europe/Berlin`. Default: UTC.',
  }),
  notify: s.bool({
    description: 'True to emit the events of every change, which send webhooks and notifications. Default: false.',
  }),
}

const dryRun = s.bool({ description: 'True to roll back all changes at the end. The report is the same.' })

const importRequest = s.object(
  {
    org_id: s.orgIdField,
    source: s.stringEnum(importSources, {
      description: 'Service that the file comes from; `neutral` is an archive of the data format of svc.',
    }),
    dry_run: s.optional(dryRun),
    ...s.optionalNullables({
      project_id: s.text({ max: 64, description: 'Project that receives all tasks. `null`: new projects.' }),
      ...importOptions,
    }),
  },
  { title: 'ImportRequest' },
)
export type ImportRequest = s.Static<typeof importRequest>

export const importCreate = s.object({ import: importRequest }, { title: 'ImportCreate' })

export const importAgain = s.object(
  { dry_run: s.optional(dryRun), ...s.optionalNullables(importOptions) },
  { title: 'ImportAgain' },
)
export type ImportAgain = s.Static<typeof importAgain>

export const importParams = { import_id: 'ID of the import.' }
export const importListQuery = s.object({ org_id: s.orgIdField })

const counts = s.freeForm({ description: 'Numbers by kind and result, such as `{"tasks": {"created": 12}}`.' })

export const importSchema = s.object(
  {
    import_id: s.text({ description: 'ID of the import.' }),
    org_id: s.text({ description: 'ID of the organization.' }),
    source: s.stringEnum(importSources, { description: 'Service that the file comes from.' }),
    file_name: s.text({ description: 'Name of the file.' }),
    project_id: s.nullable(s.text({ description: 'Project that receives all tasks.' })),
    dry_run: dryRun,
    phase: s.stringEnum(importPhases, { description: 'Current phase; the last three are final.' }),
    progress: s.object(
      {
        step: s.nullable(s.text({ description: `Kind that is being written: ${importSteps.join(', ')}.` })),
        done: s.int({ description: 'Number of its rows that are done.' }),
      },
      { title: 'ImportProgress', description: 'Progress of the writing.' },
    ),
    counts,
    notes: s.array(s.text(), { description: 'Notes on what the file lacks.' }),
    error: s.nullable(s.text({ description: 'Reason of a failure, with its place in the file.' })),
    reported: s.int({ description: 'Number of entries in the report.' }),
    can_undo: s.bool({ description: 'True while the import can be undone.' }),
    created_by: s.text({ description: 'Username of the user who started it.' }),
    created_at: s.dateTime({ description: 'Time of the start.' }),
    updated_at: s.dateTime({ description: 'Time of the last change.' }),
    finished_at: s.nullable(s.dateTime({ description: 'Time of the end.' })),
    version: s.versionField,
  },
  { title: 'Import' },
)

export const importReportEntry = s.object(
  {
    entry: s.int({ description: 'Number of the entry.' }),
    outcome: s.stringEnum(importOutcomes, {
      description:
        '`rejected`: a value or row was left out. `changed`: a value was adapted. `conflict`: changed here and at the source. ' +
        '`skipped`: not imported. `retained`: not undone.',
    }),
    kind: s.text({ description: 'Kind of the row, such as `tasks`.' }),
    line: s.nullable(s.int({ description: 'Line in the data (`GET /v1/imports/{import_id}/source`).' })),
    external_id: s.nullable(s.text({ description: 'ID of the row in the source.' })),
    field: s.nullable(s.text({ description: 'Property that the entry is about.' })),
    value: s.nullable(s.text({ description: 'Value, up to 200 characters.' })),
    reason: s.text({ description: 'Reason for the result.' }),
  },
  { title: 'ImportReportEntry' },
)
