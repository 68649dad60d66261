import { conflict, invalid, validation } from '../../../core/errors.ts'
import { insertAtPosition } from '../../../core/manual-order.ts'
import { normalizeForSearch, toSlug } from '../../../core/text.ts'
import { hasOptions, type FieldOption, type FieldType } from './kinds.ts'
import type { FieldRow, FieldUsage } from './queries.ts'
import { MAX_OPTIONS, type FieldCreate, type FieldUpdate, type OptionCreate, type OptionUpdate } from './schema.ts'

const MAX_FIELDS = 200
const MAX_PROJECT_FIELDS = 50
/** Maximum number of options including archived ones, which bounds the size of a field. */
const MAX_STORED_OPTIONS = 500
const MAX_KEY_LENGTH = 40

const toKey = (name: string): string =>
  toSlug(normalizeForSearch(name)).replaceAll('-', '_').slice(0, MAX_KEY_LENGTH).replace(/_+$/, '')

/** Returns the first of `base`, `base_2`, `base_3`, … that is not taken. */
function numberKey(base: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`
    const key = `${base.slice(0, MAX_KEY_LENGTH - suffix.length)}${suffix}`
    if (!taken.has(key)) return key
  }
}

/**
 * Returns the key of a new field. A derived key avoids the keys that the caller can see; one of a hidden field gets a random
 * suffix, since a number would tell that it exists. Throws 409 for a visible key.
 */
export function chooseFieldKey(
  { key, name }: Pick<FieldCreate, 'key' | 'name'>,
  taken: { visible: ReadonlySet<string>; hidden: ReadonlySet<string> },
  createSuffix: () => string,
): string {
  if (key != null && taken.visible.has(key))
    throw conflict('Another field has this key, or an archived one had it. Choose another key.')
  const slug = toKey(name)
  const chosen = key ?? numberKey(/^[a-z]/.test(slug) ? slug : slug === '' ? 'field' : `f_${slug}`, taken.visible)
  return taken.hidden.has(chosen) ? `${chosen.slice(0, MAX_KEY_LENGTH - 7)}_${createSuffix()}` : chosen
}

/** Throws 409 if a field of these projects would exceed the limits of the organization or of a project. */
export function requireFieldLimits(others: readonly FieldUsage[], projectIds: readonly string[] | null): void {
  const active = others.filter((field) => field.is_active)
  if (active.length >= MAX_FIELDS)
    throw conflict(`The organization has ${MAX_FIELDS} fields, the maximum. Archive one first.`)
  const everywhere = active.filter((field) => field.project_ids === null).length
  const counts = new Map<string, number>()
  for (const { project_ids } of active) for (const id of project_ids ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
  const used = projectIds === null ? [0, ...counts.values()] : projectIds.map((id) => counts.get(id) ?? 0)
  if (Math.max(...used) + everywhere >= MAX_PROJECT_FIELDS)
    throw conflict(
      `A project has ${MAX_PROJECT_FIELDS} fields, the maximum, including those of the whole organization. Archive one first.`,
    )
}

const numberSettings = ['unit', 'decimals', 'min', 'max'] as const

/** Throws 422 for settings that do not fit the type. */
export function requireFittingSettings(field: Pick<FieldRow, 'type' | (typeof numberSettings)[number]>): void {
  for (const name of numberSettings)
    if (field.type !== 'number' && field[name] !== null)
      throw invalid(['body', name], 'Only fields of the type `number` have this.')
  if (field.min !== null && field.max !== null && field.max < field.min)
    throw invalid(['body', 'max'], `must not be less than min (${field.min})`)
}

export const newFieldSettings = (body: FieldCreate) => ({
  name: body.name,
  type: body.type as FieldType,
  description: body.description ?? null,
  unit: body.unit ?? null,
  decimals: body.decimals ?? null,
  min: body.min ?? null,
  max: body.max ?? null,
  options: buildOptions(body),
  project_ids: listDistinct(body.project_ids ?? null),
  on_card: body.on_card ?? false,
})

const listDistinct = (ids: string[] | null): string[] | null => ids && [...new Set(ids)].sort()

function buildOptions({ type, options }: FieldCreate): FieldOption[] {
  if (!hasOptions(type)) {
    if (options?.length)
      throw invalid(['body', 'options'], 'Only fields of the types `select` and `multi_select` have options.')
    return []
  }
  return (options ?? []).reduce<FieldOption[]>(
    (all, option, i) => addOption(all, option, ['body', 'options', i, 'option']),
    [],
  )
}

/** Attributes that a field update can set. */
export const fieldAttributes = [
  'name',
  'description',
  'unit',
  'decimals',
  'min',
  'max',
  'project_ids',
  'on_card',
  'position',
] as const

const clearable: readonly string[] = ['description', 'unit', 'decimals', 'min', 'max', 'project_ids']

/** Returns the field with a partial update applied. */
export function applyFieldUpdate(stored: FieldRow, body: FieldUpdate): FieldRow {
  const given = [...fieldAttributes, 'is_active' as const].filter(
    (name) => body[name] !== undefined && (body[name] !== null || clearable.includes(name)),
  )
  const next = { ...stored, ...Object.fromEntries(given.map((name) => [name, body[name]])) }
  return { ...next, project_ids: listDistinct(next.project_ids) }
}

/** Returns the options with a new one. Throws 409 for a key that is or was in use, 422 for too many. */
export function addOption(
  options: readonly FieldOption[],
  { option, label, color, position }: Pick<OptionCreate, 'option' | 'label' | 'color' | 'position'>,
  loc: (string | number)[] = ['body', 'option'],
): FieldOption[] {
  requireOptionLimits(options)
  const taken = new Set(options.map((one) => one.option))
  if (option != null && taken.has(option)) {
    if (loc.length > 2) throw invalid(loc, 'Another option has this key.', 'duplicate')
    throw conflict('Another option of the field has this key, or an archived one had it. Choose another key.')
  }
  const key = option ?? numberKey(toKey(label) || 'option', taken)
  return placeOption([...options, { option: key, label, color: color ?? null, is_active: true }], key, position ?? null)
}

function requireOptionLimits(options: readonly FieldOption[]): void {
  if (options.filter((one) => one.is_active).length >= MAX_OPTIONS)
    throw conflict(`The field has ${MAX_OPTIONS} options, the maximum. Archive one first.`)
  if (options.length >= MAX_STORED_OPTIONS)
    throw conflict(`The field has had ${MAX_STORED_OPTIONS} options, the maximum including archived ones.`)
}

function placeOption(options: readonly FieldOption[], key: string, position: number | null): FieldOption[] {
  const byKey = new Map(options.map((one) => [one.option, one]))
  return insertAtPosition([...byKey.keys()], key, position).map((name) => byKey.get(name)!)
}

/** Returns the options with one updated. */
export function applyOptionUpdate(options: readonly FieldOption[], key: string, body: OptionUpdate): FieldOption[] {
  const stored = options.find((one) => one.option === key)!
  if (body.is_active === true && !stored.is_active) requireOptionLimits(options)
  const next = {
    ...stored,
    label: body.label ?? stored.label,
    color: body.color === undefined ? stored.color : body.color,
    is_active: body.is_active ?? stored.is_active,
  }
  const updated = options.map((one) => (one === stored ? next : one))
  return body.position == null ? updated : placeOption(updated, key, body.position)
}

/** Throws 422 unless the option that replaces an archived one can be chosen. */
export function requireReplacement(options: readonly FieldOption[], replaceBy: string): void {
  const allowed = options.filter((one) => one.is_active).map((one) => one.option)
  if (allowed.includes(replaceBy)) return
  const msg = 'must be another active option of the field'
  throw validation([{ loc: ['query', 'replace_by'], msg, type: 'unknown_reference', allowed }])
}

/** Returns the options that differ, for an event, and the order if it changed. */
export function diffOptions(before: readonly FieldOption[], after: readonly FieldOption[]) {
  const known = new Map(before.map((one) => [one.option, JSON.stringify(one)]))
  const changed = new Set(after.filter((one) => known.get(one.option) !== JSON.stringify(one)).map((one) => one.option))
  const listOptionKeys = (options: readonly FieldOption[]) => options.map((one) => one.option)
  const existing = listOptionKeys(after).filter((key) => known.has(key))
  const moved = existing.join() !== listOptionKeys(before).join()
  if (changed.size === 0 && !moved) return null
  const pick = (options: readonly FieldOption[]) => ({
    ...(changed.size > 0 && { options: options.filter((one) => changed.has(one.option)) }),
    ...(moved && { option_order: listOptionKeys(options) }),
  })
  return { before: pick(before), after: pick(after) }
}
