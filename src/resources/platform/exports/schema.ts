import * as s from '../../../core/schema.ts'

export const exportKinds = s.namedEnum('ExportKind', ['organization', 'project', 'user'])
export const exportPhases = s.namedEnum('ExportPhase', ['waiting', 'writing', 'finished', 'failed'])

export const exportParams = { export_id: 'ID of the export.' }

export const exportSchema = s.object(
  {
    export_id: s.text({ description: 'ID of the export (`EX…`).' }),
    org_id: s.text({ description: 'ID of the organization.' }),
    kind: s.stringEnum(exportKinds, { description: 'Scope of the export.' }),
    project_id: s.nullable(s.text({ description: 'ID of the project.' })),
    phase: s.stringEnum(exportPhases, { description: 'State; the last two are final.' }),
    counts: s.freeForm({ description: 'Numbers of rows written so far by kind, such as `{"tasks": 1200}`.' }),
    error: s.nullable(s.text({ description: 'Reason of a failure.' })),
    url: s.nullable(s.text({ description: 'URL of the file; null before the export is finished.' })),
    size: s.nullable(s.int({ description: 'Size of the file in bytes.' })),
    expires_at: s.nullable(s.dateTime({ description: 'Time at which the file and the export are deleted.' })),
    created_by: s.text({ description: 'Username of the user who started it.' }),
    created_at: s.dateTime({ description: 'Time of the start.' }),
    finished_at: s.nullable(s.dateTime({ description: 'Time of the end.' })),
    version: s.versionField,
  },
  { title: 'Export' },
)
