import type { Context } from '../../../core/context.ts'
import type { ExportEnd, ExportRow } from './queries.ts'

export const exportEndEvents = {
  'export.finished': 'An export of data is ready.',
  'export.failed': 'An export of data failed.',
}

/** Emits the end of an export, of which the user who started it is notified. */
export function emitExportEnd(ctx: Context, row: ExportRow, phase: ExportEnd['phase']): void {
  const { org_id, export_id, project_id, kind, user_id } = row
  const subject = { org_id, resource_type: 'export', resource_id: export_id, project_id }
  ctx.emit({ ...subject, type: `export.${phase}`, before: null, after: { kind, user_id } })
}
