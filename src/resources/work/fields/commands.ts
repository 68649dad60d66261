import { conflict } from '../../../core/errors.ts'
import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import type { FieldOption } from './kinds.ts'
import { canReadField, requireFieldProjects, type FieldTarget } from './policy.ts'
import {
  hasValueChange,
  insertField,
  insertValueChange,
  listFieldUsage,
  lockOrgFields,
  saveField,
  type FieldRow,
  type FieldUsage,
} from './queries.ts'
import {
  applyFieldUpdate,
  applyOptionUpdate,
  chooseFieldKey,
  diffOptions,
  fieldAttributes,
  newFieldSettings,
  requireFieldLimits,
  requireFittingSettings,
  requireReplacement,
} from './rules.ts'
import type { FieldCreate, FieldUpdate } from './schema.ts'

/** Emits an event with the projects before and after, which decide who receives it. */
function emitFieldEvent(
  ctx: Context,
  type: string,
  { before, after }: { before: FieldRow | null; after: FieldRow },
  change: { before: object | null; after: object },
): void {
  const { org_id, field_id, project_ids } = after
  const buildScopeChange = (row: FieldRow) =>
    before?.project_ids === null && project_ids === null ? {} : { project_ids: row.project_ids }
  ctx.emit({
    org_id,
    type,
    resource_type: 'field',
    resource_id: field_id,
    project_id:
      project_ids?.length === 1 && (before === null || before.project_ids?.join() === project_ids[0])
        ? project_ids[0]!
        : null,
    before: before && { ...buildScopeChange(before), ...change.before },
    after: { ...buildScopeChange(after), ...change.after },
  })
}

/** Returns the key and the default position of a new field, which depend only on fields that the caller can see. */
function placeField(ctx: Context, visibility: OrgVisibility, body: FieldCreate, others: readonly FieldUsage[]) {
  const visible = others.filter((one) => canReadField(visibility, one))
  const hidden = others.filter((one) => !visible.includes(one))
  const toKeys = (fields: readonly FieldUsage[]) => new Set(fields.map((one) => one.key))
  const taken = { visible: toKeys(visible), hidden: toKeys(hidden) }
  const position = body.position ?? Math.max(0, ...visible.map((one) => one.position)) + 1
  return { key: chooseFieldKey(body, taken, () => ctx.newId('').slice(-6).toLowerCase()), position }
}

export async function createField(ctx: Context, visibility: OrgVisibility, body: FieldCreate): Promise<FieldRow> {
  const { org_id } = visibility
  const settings = newFieldSettings(body)
  requireFittingSettings(settings)
  lockOrgFields(ctx, org_id)
  const others = await listFieldUsage(ctx, org_id)
  requireFieldLimits(others, settings.project_ids)
  const { username } = ctx.user
  const row: FieldRow = {
    org_id,
    field_id: ctx.newId('FD'),
    ...settings,
    ...placeField(ctx, visibility, body, others),
    is_active: true,
    version: 1,
    created_by: username,
    updated_by: username,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await insertField(ctx, row)
  const { key, name, type, options } = row
  const after = { key, name, type, ...(options.length > 0 && { options }) }
  emitFieldEvent(ctx, 'field.created', { before: null, after: row }, { before: null, after })
  return row
}

/** Emits one event for changed attributes, and one for archiving or restoring. */
export async function updateField(
  ctx: Context,
  { visibility, field }: FieldTarget,
  body: FieldUpdate,
): Promise<FieldRow> {
  const next = applyFieldUpdate(field, body)
  requireFittingSettings(next)
  const rescoped = next.project_ids?.join() !== field.project_ids?.join()
  if (rescoped) await requireFieldProjects(ctx, visibility, next.project_ids)
  if (next.is_active && (rescoped || !field.is_active)) {
    lockOrgFields(ctx, field.org_id)
    const others = await listFieldUsage(ctx, field.org_id)
    requireFieldLimits(
      others.filter((one) => one.field_id !== field.field_id),
      next.project_ids,
    )
  }
  if (next.is_active && !field.is_active) await rejectPendingValueChange(ctx, field)
  const rows = { before: field, after: next }
  const change = findChangedAttributes(field, next, fieldAttributes)
  if (change) emitFieldEvent(ctx, 'field.updated', rows, change)
  const toggled = next.is_active !== field.is_active
  if (toggled) {
    const { before, after } = { before: { is_active: field.is_active }, after: { is_active: next.is_active } }
    emitFieldEvent(ctx, next.is_active ? 'field.restored' : 'field.archived', rows, { before, after })
  }
  if (!change && !toggled) return field
  const changes = {
    ...pickChanges(next, Object.keys(change?.after ?? {})),
    ...(toggled && { is_active: next.is_active }),
  }
  return saveField(ctx, field, changes, Object.keys(changes).join() === 'project_ids')
}

/** Throws 409 while a job removes or replaces the values of the field or of an option, which is then archived. */
export async function rejectPendingValueChange(ctx: Context, field: FieldRow, option = ''): Promise<void> {
  if (await hasValueChange(ctx, field, option))
    throw conflict(`Its values are being ${option === '' ? 'deleted' : 'replaced'}. Restore it when they are.`)
}

/** Archives a field, and has a job delete its values. */
export async function deleteFieldValues(ctx: Context, { field }: FieldTarget): Promise<FieldRow> {
  if (!(await insertValueChange(ctx, field, '', null))) return field
  const after = { ...field, is_active: false }
  const change = { before: { is_active: field.is_active }, after: { is_active: false, values: 'deleted' } }
  emitFieldEvent(ctx, 'field.archived', { before: field, after }, change)
  return field.is_active ? saveField(ctx, field, { is_active: false }) : field
}

const pickChanges = (row: FieldRow, names: string[]): Partial<FieldRow> =>
  Object.fromEntries(names.map((name) => [name, row[name as keyof FieldRow]]))

/** Saves changed options. Emits no event and keeps the version if nothing differs. */
export async function saveFieldOptions(
  ctx: Context,
  field: FieldRow,
  options: FieldOption[],
  replaced?: { option: string; by: string },
): Promise<FieldRow> {
  const change = diffOptions(field.options, options)
  if (!change && !replaced) return field
  const after = { ...change?.after, ...(replaced && { replaced }) }
  emitFieldEvent(ctx, 'field.updated', { before: field, after: field }, { before: { ...change?.before }, after })
  return change ? saveField(ctx, field, { options }) : field
}

/** Archives an option, and has a job replace it in tasks. Throws 422 for a replacement that cannot be chosen. */
export async function archiveOption(
  ctx: Context,
  field: FieldRow,
  option: string,
  replaceBy: string | undefined,
): Promise<FieldRow> {
  const options = applyOptionUpdate(field.options, option, { is_active: false })
  if (replaceBy === undefined) return saveFieldOptions(ctx, field, options)
  requireReplacement(options, replaceBy)
  const isNew = await insertValueChange(ctx, field, option, replaceBy)
  return saveFieldOptions(ctx, field, options, isNew ? { option, by: replaceBy } : undefined)
}
