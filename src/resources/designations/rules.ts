import { mergeFreeForm } from '../../kernel/values/merge-patch.ts'
import { invalid } from '../../kernel/problem.ts'
import { fold } from '../../kernel/text.ts'
import type { DesignationUpdate } from './schemas.ts'

/** The attributes of a designation that can be set. */
export interface DesignationValues {
  label: string
  category: string
  aliases: string[]
  sort_order: number | null
  metadata: Record<string, unknown> | null
  is_active: boolean
}

/** The names of these attributes. */
export const valueNames = ['label', 'category', 'aliases', 'sort_order', 'metadata', 'is_active'] as const

/** What a new designation is before anything is asked of it. */
export const blank: Omit<DesignationValues, 'label'> & { label: null } = {
  label: null,
  category: 'Custom',
  aliases: [],
  sort_order: null,
  metadata: null,
  is_active: true,
}

/** What a designation, as it is stored, is to be after a body; 422 when that leaves it without a label. */
export function wantedDesignation(
  stored: Omit<DesignationValues, 'label'> & { label: string | null },
  body: DesignationUpdate,
): DesignationValues {
  const { metadata, sort_order, aliases, category } = body
  const merged = metadata && mergeFreeForm(stored.metadata, metadata, ['body', 'metadata'])
  return {
    label: wantedLabel(stored.label, body),
    category: category === undefined ? stored.category : (category ?? blank.category),
    aliases: aliases === undefined ? stored.aliases : withoutRepeats(aliases ?? []),
    sort_order: sort_order === undefined ? stored.sort_order : sort_order,
    metadata: merged === undefined ? stored.metadata : merged,
    is_active: body.is_active ?? stored.is_active,
  }
}

/** The label that a body asks for, else the one there is. `label` wins, and the older `name` counts only alone. */
function wantedLabel(stored: string | null, { label, name }: DesignationUpdate): string {
  const wanted = label ?? name ?? stored
  if (wanted === null) throw invalid(['body', 'label'], 'is required', 'missing')
  return wanted
}

function withoutRepeats(aliases: string[]): string[] {
  const byKey = new Map<string, string>()
  for (const alias of aliases) if (!byKey.has(fold(alias))) byKey.set(fold(alias), alias)
  return [...byKey.values()]
}

interface Grouped<T> {
  category: string
  items: T[]
}

/** Rows by category, the categories in the order of what comes first in them; rows keep theirs. */
export function byCategory<T extends { category: string; sort_order: number | null }>(
  rows: readonly T[],
): Grouped<T>[] {
  const groups = new Map<string, Grouped<T>>()
  for (const row of rows) {
    const key = fold(row.category)
    const group = groups.get(key) ?? { category: row.category, items: [] }
    group.items.push(row)
    groups.set(key, group)
  }
  const first = ({ items }: Grouped<T>) => Math.min(...items.map((item) => item.sort_order ?? Infinity))
  const compared = (a: Grouped<T>, b: Grouped<T>) =>
    first(a) === first(b) ? (fold(a.category) < fold(b.category) ? -1 : 1) : first(a) < first(b) ? -1 : 1
  return [...groups.values()].sort(compared)
}
