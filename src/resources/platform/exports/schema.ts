import * as s from '../../../core/schema.ts'

const exportKinds = s.namedEnum('ExportKind', ['organization', 'project', 'user'])
const exportPhases = s.namedEnum('ExportPhase', ['waiting', 'writing', 'finished', 'failed'])

export const exportParams = { export_id: 'ID of the export.' }

export const exportSchema = s.namedObject('Export', {
  export_id: s.text('ID of the export (`EX…`).'),
  org_id: s.text('ID of the organization.'),
  kind: s.stringEnum(exportKinds, 'Scope of the export.'),
  project_id: s.nullable(s.text('ID of the project.')),
  phase: s.stringEnum(exportPhases, 'State; the last two are final.'),
  counts: s.freeForm('Numbers of rows written so far by kind, such as `{"tasks": 1200}`.'),
  error: s.nullable(s.text('Reason of a failure.')),
  url: s.nullable(s.text('URL of the file; null before the export is finished.')),
  size: s.nullable(s.int('Size of the file in bytes.')),
  expires_at: s.nullable(s.dateTime('Time at which the file and the export are deleted.')),
  created_by: s.text('Username of the user who started it.'),
  created_at: s.dateTime('Time of the start.'),
  finished_at: s.nullable(s.dateTime('Time of the end.')),
  version: s.versionField,
})
