/** Values of custom fields in rows of a source, as the fields of this organization store them. */
import type { Row } from '@svc/import'
import type { NumberedRow } from '@svc/import/archive'
import type { Context } from '../../../../core/context.ts'
import { isDate } from '../../../../core/dates.ts'
import { loadExternalRefs } from '../../../work/external-refs/queries.ts'
import { listFieldsById } from '../../../work/fields/import.ts'
import { hasOptions, hasPeople, type FieldOption } from '../../../work/fields/kinds.ts'
import { readExtra, type ImportedField } from '../rules.ts'
import { loadImportedUsers, type ImportedUser } from './people.ts'
import type { ImportRun } from './run.ts'

type SourceField = ImportedField['source']
type LocalField = NonNullable<ImportedField['local']>
type Users = ReadonlyMap<string, ImportedUser>

const foldLabel = (label: string): string => label.trim().toLowerCase()

/** Finds an option by its key and label, else by its label, since keys are derived in several ways, else by its key. */
export const findSameOption = (
  options: readonly FieldOption[],
  { option, label }: { option: string; label: string },
): FieldOption | undefined =>
  options.find((one) => one.is_active && foldLabel(one.label) === foldLabel(label)) ??
  options.find((one) => one.option === option)

/** Loads the fields of the source by key, once all of them are imported. */
async function loadImportedFields(run: ImportRun, ctx: Context): Promise<Map<string, ImportedField>> {
  const rows: SourceField[] = []
  for await (const { row } of run.archive.rows('fields')) if (row.key) rows.push(row)
  const ids = rows.map((row) => row.id)
  const refs = await loadExternalRefs(ctx, run.orgId, 'field', run.source, ids)
  const fields = await listFieldsById(
    ctx,
    run.orgId,
    [...refs.values()].map((ref) => ref.resource_id),
  )
  const active = new Map(fields.flatMap((field) => (field.is_active ? [[field.field_id, field] as const] : [])))
  return new Map(
    rows.map((row) => [row.key!, { source: row, local: active.get(refs.get(row.id)?.resource_id ?? '') ?? null }]),
  )
}

/** Replaces keys and values by those of the fields here. What no field has becomes a property without counterpart. */
export async function translateCustomValues(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'tasks'>[],
): Promise<NumberedRow<'tasks'>[]> {
  const fields = (run.fields ??= await loadImportedFields(run, ctx))
  if (fields.size === 0) return [...rows]
  const users = await loadNamedUsers(run, ctx, rows, fields)
  return rows.map((numbered) => translateRow(numbered, fields, users))
}

const readCustom = ({ custom }: Row<'tasks'>): [string, unknown][] =>
  typeof custom === 'object' && custom !== null && !Array.isArray(custom) ? Object.entries(custom) : []

/** Loads the users whose ids in the source are values of person fields. */
async function loadNamedUsers(
  run: ImportRun,
  ctx: Context,
  rows: readonly NumberedRow<'tasks'>[],
  fields: ReadonlyMap<string, ImportedField>,
): Promise<Users> {
  const named = rows.flatMap(({ row }) =>
    readCustom(row).flatMap(([key, value]) => {
      const field = fields.get(key)
      return field && hasPeople(field.source.type) ? listTexts(value) : []
    }),
  )
  return loadImportedUsers(run, ctx, named)
}

function translateRow(
  numbered: NumberedRow<'tasks'>,
  fields: ReadonlyMap<string, ImportedField>,
  users: Users,
): NumberedRow<'tasks'> {
  const { row } = numbered
  const values = readCustom(row)
  if (values.length === 0) return numbered
  const custom: Record<string, unknown> = {}
  const extra = { ...readExtra(row) }
  for (const [key, value] of values) {
    const field = fields.get(key)
    if (!field) custom[key] = value
    else {
      const { found, lost } = translateValue(field, value, users)
      if (found !== undefined) custom[field.local!.key] = found
      if (lost.length > 0) extra[field.source.name] = lost.length === 1 ? lost[0] : lost
    }
  }
  return { ...numbered, row: { ...row, custom, ...(Object.keys(extra).length > 0 && { extra }) } }
}

const listTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))

interface Translated {
  found?: unknown
  lost: unknown[]
}

/** Returns the value for the field here, and those parts of it that the field cannot have. */
function translateValue({ source, local }: ImportedField, value: unknown, users: Users): Translated {
  const labels = new Map((source.options ?? []).map((one) => [one.option, one]))
  const items = hasOptions(source.type)
    ? listTexts(value).map((option) => labels.get(option) ?? { option, label: option })
    : listTexts(value).map((text) => ({ option: text, label: text }))
  const texts = items.map(({ label }) => label)
  if (local === null) return { lost: hasOptions(source.type) ? texts : [value] }
  if (hasOptions(local.type)) {
    const found = items.map((item) => findSameOption(local.options, item)?.option)
    const lost = texts.filter((_, i) => found[i] === undefined)
    const options = found.filter((option) => option !== undefined)
    if (options.length === 0) return { lost }
    return local.type === 'select'
      ? { found: options[0], lost: [...texts.slice(1), ...lost] }
      : { found: options, lost }
  }
  if (hasPeople(local.type) && hasPeople(source.type)) return translatePeople(local, texts, users)
  const found = local.type === source.type ? value : convertText(local.type, texts.join(', '))
  return found === undefined ? { lost: [value] } : { found, lost: [] }
}

/** Returns the usernames of members. Placeholders cannot be values; other texts are taken for usernames. */
function translatePeople({ type }: LocalField, texts: readonly string[], users: Users): Translated {
  const isPlaceholder = (text: string) => users.get(text)?.is_member === false
  const names = texts.filter((text) => !isPlaceholder(text)).map((text) => users.get(text)?.username ?? text)
  const found = names.length === 0 ? undefined : type === 'person' ? names[0] : names
  return { found, lost: texts.filter(isPlaceholder) }
}

/** Converts a value of another type, which a newer file of the source may have. */
function convertText(type: LocalField['type'], text: string): unknown {
  if (type === 'text' || type === 'url') return text
  if (type === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
  if (type === 'date') return isDate(text) ? text : undefined
  if (type === 'checkbox') return { true: true, false: false }[text]
  return undefined
}
