import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { Problem } from '../../../../core/errors.ts'
import type { ExternalRef } from '../../../work/external-refs/queries.ts'
import {
  addImportedOption,
  importField,
  listFieldsById,
  listFieldsByKey,
  saveImportedOptions,
  updateImportedField,
} from '../../../work/fields/import.ts'
import type { FieldOption } from '../../../work/fields/kinds.ts'
import type { FieldCreate, FieldUpdate } from '../../../work/fields/schema.ts'
import { canManageField, canReadField, requireFieldProjects, type FieldTarget } from '../../../work/fields/policy.ts'
import { loadOrgVisibility } from '../../../work/projects/policy.ts'
import { forgetArchivedField } from './archived-fields.ts'
import { cutText, requireValidContainer, type MadeContainer } from './container-checks.ts'
import { findSameOption } from './custom-values.ts'
import { findProjectId } from './references.ts'
import type { ImportRun } from './run.ts'

type NumberedField = NumberedRow<'fields'>
type Field = FieldTarget['field']

const MAX_LABEL = 80

/** Returns the projects whose tasks have the field; null for all. Owners of a project create fields of it alone. */
async function findFieldProjects(run: ImportRun, ctx: Context, { row }: NumberedField): Promise<string[] | null> {
  const ids = await Promise.all((row.projects ?? []).map((project) => findProjectId(run, ctx, project)))
  const found = [...new Set(ids.filter((id) => id !== null))]
  if (found.length > 0) return found
  return run.isAdmin || run.row.project_id === null ? null : [run.row.project_id]
}

/** Creates a custom field, or finds the one with its key and type, which gets its projects and options. */
export async function createImportedField(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedField,
): Promise<MadeContainer | null> {
  const { row } = numbered
  const visibility = await loadOrgVisibility(ctx, run.orgId)
  const projectIds = await findFieldProjects(run, ctx, numbered)
  const [same] = await listFieldsByKey(ctx, run.orgId, [row.key ?? ''])
  const isVisible = same !== undefined && canReadField(visibility, same)
  const target = isVisible && same.type === row.type ? { visibility, field: same } : null
  if (target?.field.is_active) {
    const extended = await extendField(run, ctx, numbered, target, projectIds)
    if (extended) return { id: extended.field_id, existing: true }
  } else if (target) {
    // Keys are not used twice, so that an import after an undo restores the field.
    return await restoreField(run, ctx, numbered, target, projectIds)
  }
  await requireFieldProjects(ctx, visibility, projectIds)
  const { key, ...body } = buildFieldBody(numbered, projectIds)
  requireValidContainer('fields', { ...body, key })
  const created = await importField(ctx, visibility, { ...body, ...(!isVisible && { key }) } as unknown as FieldCreate)
  if (row.key && created.key !== row.key)
    run.report('changed', 'fields', numbered, `the key is taken; the field has the key ${created.key}`, 'key', row.key)
  return { id: created.field_id, version: created.version, existing: false }
}

function buildFieldBody({ row }: NumberedField, project_ids: string[] | null): Record<string, unknown> {
  const { key, name, description, type, unit, decimals, min, max, on_card, options } = row
  const settings = { key, description, unit, decimals, min, max, on_card }
  return {
    name: cutText(name, MAX_LABEL) || 'Field',
    type,
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null)),
    ...(options && { options: options.map(toOption) }),
    ...(project_ids && { project_ids }),
  }
}

const toOption = ({ option, label, color }: NonNullable<NumberedField['row']['options']>[number]) => ({
  option,
  label: cutText(label, MAX_LABEL) || option,
  ...(color && { color }),
})

const REASON_FOR_ARCHIVED = 'an archived field has the key; restore it before the import'

/** Restores a field that the undo of an import has archived. Leaves one that was archived otherwise as it is. */
async function restoreField(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedField,
  { visibility, field }: FieldTarget,
  projectIds: string[] | null,
): Promise<MadeContainer | null> {
  const { field_id: id, version } = field
  if (!canManageField(visibility, field) || !(await forgetArchivedField(ctx, run.orgId, { id, version }))) {
    run.report('rejected', 'fields', numbered, REASON_FOR_ARCHIVED, 'key', numbered.row.key)
    return null
  }
  const { type: _, key: __, options: ___, ...body } = buildFieldBody(numbered, projectIds)
  const restored = await updateImportedField(ctx, { visibility, field }, { ...body, is_active: true } as FieldUpdate)
  const extended = await addMissingOptions(run, ctx, numbered, restored)
  return { id, version: extended.version, existing: false }
}

/** Adds the projects and options that a field lacks. Returns null if it does not apply to all of the projects. */
async function extendField(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedField,
  { visibility, field }: FieldTarget,
  projectIds: string[] | null,
): Promise<Field | null> {
  const missing = field.project_ids === null ? [] : (projectIds ?? []).filter((id) => !field.project_ids!.includes(id))
  if (!canManageField(visibility, field)) return missing.length === 0 ? field : null
  const project_ids = [...(field.project_ids ?? []), ...missing]
  const extended =
    missing.length === 0 ? field : await updateImportedField(ctx, { visibility, field }, { project_ids } as FieldUpdate)
  return await addMissingOptions(run, ctx, numbered, extended)
}

async function addMissingOptions(run: ImportRun, ctx: Context, numbered: NumberedField, field: Field): Promise<Field> {
  let options: FieldOption[] = field.options
  for (const option of numbered.row.options ?? []) {
    if (findSameOption(options, option)) continue
    try {
      options = addImportedOption(options, { ...toOption(option), position: null })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      run.report('changed', 'fields', numbered, error.message, 'options', option.label)
      break
    }
  }
  return options === field.options ? field : await saveImportedOptions(ctx, field, options)
}

/** Extends a field that an earlier import has created or found. Returns its new reference if it has changed. */
export async function updateKnownField(
  run: ImportRun,
  ctx: Context,
  numbered: NumberedField,
  ref: ExternalRef,
): Promise<ExternalRef | null> {
  const [field] = await listFieldsById(ctx, run.orgId, [ref.resource_id])
  if (!field?.is_active) return null
  const visibility = await loadOrgVisibility(ctx, run.orgId)
  const projectIds = await findFieldProjects(run, ctx, numbered)
  const next = await extendField(run, ctx, numbered, { visibility, field }, projectIds)
  if (!next || next === field) return null
  // A field that was changed here keeps the version of the import, so that an undo retains it.
  return { ...ref, resource_version: ref.resource_version === field.version ? next.version : ref.resource_version }
}
