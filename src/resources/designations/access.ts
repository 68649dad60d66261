import type { Context } from '../../kernel/context.ts'
import { invalid, unknownReference } from '../../kernel/problem.ts'
import { fold } from '../../kernel/text.ts'
import { findDesignations, type DesignationNames } from './queries.ts'

/** How a body names a designation: by id, or by label, name or alias. */
export interface DesignationNamed {
  designation?: string | null | undefined
  designation_id?: string | null | undefined
}

/**
 * The id of the designation that a body names: undefined when it names none, null when it takes it away, 422 when there
 * is no such active one. `current` is the one held already, which may stay though it was deactivated meanwhile.
 */
export async function resolveDesignation(
  ctx: Context,
  orgId: string,
  named: DesignationNamed,
  current: string | null = null,
): Promise<string | null | undefined> {
  const { designation: name, designation_id: id } = named
  if (name === undefined && id === undefined) return undefined
  const nameKey = typeof name === 'string' ? fold(name) : null
  if (nameKey === null && typeof id !== 'string') return null
  const found = await findDesignations(ctx, orgId, id ?? null, nameKey)
  const usable = found.filter((row) => row.is_active || row.designation_id === current)
  if (typeof id !== 'string') return pick(usable, orgId, nameKey!)
  const chosen = usable.find((row) => row.designation_id === id)
  if (!chosen) throw unknownReference(['body', 'designation_id'], 'designation')
  if (nameKey !== null && !answersTo(chosen, nameKey))
    throw invalid(
      ['body', 'designation'],
      'designation and designation_id name two different ones: send one.',
    )
  return id
}

const answersTo = (row: DesignationNames, nameKey: string): boolean =>
  row.label_key === nameKey || row.aliases.some((alias) => fold(alias) === nameKey)

/** A label goes before an alias, and then the organization's own before a global one. */
function pick(usable: DesignationNames[], orgId: string, nameKey: string): string {
  const rank = (row: DesignationNames) => (row.label_key === nameKey ? 0 : 2) + (row.org_id === orgId ? 0 : 1)
  const [best] = usable
    .filter((row) => answersTo(row, nameKey))
    .sort((a, b) => rank(a) - rank(b) || (a.designation_id < b.designation_id ? -1 : 1))
  if (!best) throw unknownReference(['body', 'designation'], 'designation')
  return best.designation_id
}
