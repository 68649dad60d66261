import type { Field, FieldType, SvcProblem } from '@svc/sdk'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { normalizeForSearch } from '../../components/util/text-search.ts'
import { toNumber } from '../fields/check-value.ts'

export interface OptionDraft {
  /** Distinguishes rows while they have no key yet. */
  id: number
  label: string
  color: string | null
}

export interface FieldDraft {
  type: FieldType
  name: string
  description: string
  unit: string
  decimals: string
  min: string
  max: string
  /** null: all tasks of the organization. */
  project_ids: readonly string[] | null
  on_card: boolean
  options: readonly OptionDraft[]
}

export type FieldErrors = Partial<Record<keyof FieldDraft | 'form', string>>

const toText = (value: string | number | null): string => (value === null ? '' : String(value))

export const createDraft = (project_ids: readonly string[] | null): FieldDraft => ({
  type: 'text',
  name: '',
  description: '',
  unit: '',
  decimals: '',
  min: '',
  max: '',
  project_ids,
  on_card: false,
  options: [],
})

export const toDraft = (field: Field): FieldDraft => ({
  type: field.type,
  name: field.name,
  description: toText(field.description),
  unit: toText(field.unit),
  decimals: toText(field.decimals),
  min: toText(field.min),
  max: toText(field.max),
  project_ids: field.project_ids,
  on_card: field.on_card,
  options: [],
})

export const hasOptions = (type: FieldType): boolean => type === 'select' || type === 'multi_select'

const MAX_KEY_LENGTH = 40

/** Derives the key as the server does for a name without a number, avoiding the visible keys. */
export function deriveKey(name: string, taken: ReadonlySet<string>): string {
  const slug = normalizeForSearch(name)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_KEY_LENGTH)
    .replace(/^_+|_+$/g, '')
  const base = /^[a-z]/.test(slug) ? slug : slug === '' ? 'field' : `f_${slug}`
  let key = base
  for (let number = 2; taken.has(key); number++) {
    const suffix = `_${number}`
    key = base.slice(0, MAX_KEY_LENGTH - suffix.length) + suffix
  }
  return key
}

const orNull = (text: string): string | null => text.trim() || null
const toNumberOrNull = (text: string): number | null => toNumber(text) ?? null

const toSettings = ({ type, name, description, unit, decimals, min, max, project_ids, on_card }: FieldDraft) => ({
  name: name.trim(),
  description: orNull(description),
  project_ids: project_ids && [...project_ids],
  on_card,
  ...(type === 'number' && {
    unit: orNull(unit),
    decimals: toNumberOrNull(decimals),
    min: toNumberOrNull(min),
    max: toNumberOrNull(max),
  }),
})

export function buildCreateBody(draft: FieldDraft, org_id: string) {
  const options = draft.options.map(({ label, color }) => ({ label: label.trim(), color }))
  return { org_id, type: draft.type, ...toSettings(draft), ...(hasOptions(draft.type) && { options }) }
}

/** Returns what changed, so that a change of another user in other attributes stays. */
export function buildUpdateBody(draft: FieldDraft, before: Field): Record<string, unknown> {
  const settings: Record<string, unknown> = toSettings(draft)
  const stored: Record<string, unknown> = { ...before }
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name])),
  )
}

/** Returns the current values of attributes that the user changes and that another user has changed since. */
export function pickChanged(draft: FieldDraft, opened: Field, stored: Field): Partial<Field> {
  const [before, now]: Record<string, unknown>[] = [{ ...opened }, { ...stored }]
  const names = Object.keys(buildUpdateBody(draft, opened))
  const changed = names.filter((name) => JSON.stringify(before![name]) !== JSON.stringify(now![name]))
  return Object.fromEntries(changed.map((name) => [name, now![name]]))
}

/** Returns what is wrong with a form, by its fields. */
export function checkDraft(draft: FieldDraft, isNew: boolean): FieldErrors {
  const errors: FieldErrors = {}
  if (!draft.name.trim()) errors.name = messages.needsName
  if (draft.project_ids?.length === 0) errors.project_ids = messages.noProjects
  if (isNew && hasOptions(draft.type)) {
    const labels = draft.options.map(({ label }) => normalizeForSearch(label.trim()))
    if (labels.length === 0 || labels.includes('')) errors.options = messages.needsOption
    else if (new Set(labels).size < labels.length) errors.options = messages.duplicate
  }
  return errors
}

/** Maps the errors of the server to the inputs that they are about. */
export function toFieldErrors(problem: SvcProblem): FieldErrors {
  const errors: FieldErrors = {}
  for (const { loc, msg } of problem.errors) {
    const name: unknown = loc?.[1]
    if (typeof name === 'string' && name in createDraft(null)) errors[name as keyof FieldDraft] ??= String(msg)
    else errors.form ??= String(msg)
  }
  if (Object.keys(errors).length === 0) errors.form = String(problem.detail ?? problem.title)
  return errors
}
