import { mergeFreeFormObject } from '../../../core/merge-patch.ts'
import { invalid } from '../../../core/errors.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import type { DesignationUpdate } from './schema.ts'

export interface DesignationFields {
  label: string
  category: string
  aliases: string[]
  sort_order: number | null
  metadata: Record<string, unknown> | null
  is_active: boolean
}

export const designationFieldNames = ['label', 'category', 'aliases', 'sort_order', 'metadata', 'is_active'] as const

export const DEFAULT_DESIGNATION: Omit<DesignationFields, 'label'> & { label: null } = {
  label: null,
  category: 'Custom',
  aliases: [],
  sort_order: null,
  metadata: null,
  is_active: true,
}

/** Applies a body to stored or default values. Throws 422 without a label. */
export function applyDesignationUpdate(
  stored: Omit<DesignationFields, 'label'> & { label: string | null },
  body: DesignationUpdate,
): DesignationFields {
  const { metadata, sort_order, aliases, category } = body
  const merged = metadata && mergeFreeFormObject(stored.metadata, metadata, ['body', 'metadata'])
  return {
    label: resolveLabel(stored.label, body),
    category: category === undefined ? stored.category : (category ?? DEFAULT_DESIGNATION.category),
    aliases: aliases === undefined ? stored.aliases : removeDuplicates(aliases ?? []),
    sort_order: sort_order === undefined ? stored.sort_order : sort_order,
    metadata: merged === undefined ? stored.metadata : merged,
    is_active: body.is_active ?? stored.is_active,
  }
}

function resolveLabel(stored: string | null, { label, name }: DesignationUpdate): string {
  const next = label ?? name ?? stored
  if (next === null) throw invalid(['body', 'label'], 'is required', 'missing')
  return next
}

function removeDuplicates(aliases: string[]): string[] {
  const byKey = new Map<string, string>()
  for (const alias of aliases) if (!byKey.has(normalizeForSearch(alias))) byKey.set(normalizeForSearch(alias), alias)
  return [...byKey.values()]
}

interface CategoryGroup<T> {
  category: string
  items: T[]
}

/** Groups rows by category. Orders categories by their lowest `sort_order`, then by name; rows keep their order. */
export function groupByCategory<T extends { category: string; sort_order: number | null }>(
  rows: readonly T[],
): CategoryGroup<T>[] {
  const groups = new Map<string, CategoryGroup<T>>()
  for (const row of rows) {
    const key = normalizeForSearch(row.category)
    const group = groups.get(key) ?? { category: row.category, items: [] }
    group.items.push(row)
    groups.set(key, group)
  }
  const findLowest = ({ items }: CategoryGroup<T>) => Math.min(...items.map((item) => item.sort_order ?? Infinity))
  const compare = (a: CategoryGroup<T>, b: CategoryGroup<T>) =>
    findLowest(a) === findLowest(b)
      ? normalizeForSearch(a.category) < normalizeForSearch(b.category)
        ? -1
        : 1
      : findLowest(a) < findLowest(b)
        ? -1
        : 1
  return [...groups.values()].sort(compare)
}
