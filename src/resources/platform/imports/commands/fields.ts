import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { importField, listFieldsByKey, updateImportedField } from '../../../work/fields/import.ts'
import type { FieldCreate, FieldUpdate } from '../../../work/fields/schema.ts'
import { loadOrgVisibility } from '../../../work/projects/policy.ts'
import { requireValidContainer, type MadeContainer } from './container-checks.ts'
import { findProjectId } from './references.ts'
import type { ImportRun } from './run.ts'

/** Creates a custom field, or finds the one with its key and type. */
export async function createImportedField(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'fields'>,
): Promise<MadeContainer | null> {
  const { id: _, is_active: __, projects, position: ___, created_at: ____, ...row } = numbered.row
  const [same] = await listFieldsByKey(ctx, run.orgId, [row.key ?? ''])
  if (same?.is_active && same.type === row.type) return { id: same.field_id, existing: true }
  if (!run.isAdmin) {
    run.report('skipped', 'fields', numbered, 'only organization admins import custom fields')
    return null
  }
  const ids = await Promise.all((projects ?? []).map((project) => findProjectId(run, ctx, project)))
  const project_ids = ids.filter((id) => id !== null)
  const { created_by: _by, updated_by: _up, updated_at: _at, options, ...settings } = row
  const body = {
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
    ...(options && { options: options.map(({ is_active: _active, ...option }) => option) }),
    ...(project_ids.length > 0 && { project_ids }),
  }
  requireValidContainer('fields', body)
  const visibility = await loadOrgVisibility(ctx, run.orgId)
  // Keys are not used twice, so that an import after an undo restores the field.
  if (same && same.type === row.type) {
    const restored = await updateImportedField(ctx, { visibility, field: same }, {
      ...body,
      is_active: true,
    } as FieldUpdate)
    return { id: same.field_id, version: restored.version, existing: false }
  }
  const created = await importField(ctx, visibility, body as unknown as FieldCreate)
  return { id: created.field_id, version: created.version, existing: false }
}
