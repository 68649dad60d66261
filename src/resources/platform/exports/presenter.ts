import type { Static } from '../../../core/schema.ts'
import type { ExportRow } from './queries.ts'
import { EXPORT_RETENTION_MS } from './rules.ts'
import type { exportSchema } from './schema.ts'

export function presentExport(row: ExportRow, baseUrl: string): Static<typeof exportSchema> {
  const { export_id, org_id, kind, project_id, phase, counts, error, size, finished_at } = row
  return {
    export_id,
    org_id,
    kind,
    project_id,
    phase,
    counts,
    error,
    url: row.file_id === null ? null : `${baseUrl}/v1/exports/${export_id}/file`,
    size,
    expires_at: finished_at && new Date(Date.parse(finished_at) + EXPORT_RETENTION_MS).toISOString(),
    created_by: row.created_by,
    created_at: row.created_at,
    finished_at,
    version: row.version,
  }
}
