import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { importField, listFieldsByKey, updateImportedField } from '../../../work/fields/import.ts'
import type { FieldCreate, FieldUpdate } from '../../../work/fields/schema.ts'
import type { FieldTarget } from '../../../work/fields/policy.ts'
import { loadOrgVisibility } from '../../../work/projects/policy.ts'
import { forgetArchivedField } from './archived-fields.ts'
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
  const project_ids = [...new Set(ids.filter((id) => id !== null))]
  const { created_by: _by, updated_by: _up, updated_at: _at, options, ...settings } = row
  const body = {
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
    ...(options && { options: options.map(({ is_active: _active, ...option }) => option) }),
    ...(project_ids.length > 0 && { project_ids }),
  }
  requireValidContainer('fields', body)
  const visibility = await loadOrgVisibility(ctx, run.orgId)
  // Keys are not used twice, so that an import after an undo restores the field.
  if (same && same.type === row.type) return await restoreField(run, ctx, numbered, { visibility, field: same }, body)
  const created = await importField(ctx, visibility, body as unknown as FieldCreate)
  return { id: created.field_id, version: created.version, existing: false }
}

const REASON_FOR_ARCHIVED = 'an archived field has the key; restore it before the import'

/** Restores a field that the undo of an import has archived. Leaves one that was archived otherwise as it is. */
async function restoreField(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedRow<'fields'>,
  target: FieldTarget,
  body: object,
): Promise<MadeContainer | null> {
  const { field_id: id, version, options } = target.field
  if (!(await forgetArchivedField(ctx, run.orgId, { id, version }))) {
    run.report('rejected', 'fields', numbered, REASON_FOR_ARCHIVED, 'key', numbered.row.key)
    return null
  }
  const restored = await updateImportedField(ctx, target, { ...body, is_active: true } as FieldUpdate)
  const missing = (numbered.row.options ?? []).filter((one) => !options.some(({ option }) => option === one.option))
  if (missing.length > 0)
    run.report('changed', 'fields', numbered, 'the restored field lacks these options', 'options', missing)
  return { id, version: restored.version, existing: false }
}
