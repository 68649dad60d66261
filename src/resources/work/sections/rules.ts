import { invalid, invalidParameter } from '../../../core/errors.ts'
import type { SectionUpdate } from './schema.ts'
import type { SectionRow } from './section-row.ts'
import type { ScopeType } from '../scopes/policy.ts'

/** Returns the unique scope ids of a list request in their order. Throws 400 or 422 for an invalid combination. */
export function parseSectionScopes(query: {
  scope_type: ScopeType
  scope_id?: string
  scope_ids?: string[]
}): string[] {
  const scopeIds = query.scope_ids ?? []
  if (query.scope_type === 'user' && scopeIds.length > 0)
    throw invalidParameter('scope_ids', 'Not supported for personal sections. Send scope_id.')
  if (Boolean(query.scope_id) === scopeIds.length > 0)
    throw invalid(['query', 'scope_id'], 'Send either scope_id or scope_ids.', 'one_of')
  return query.scope_id ? [query.scope_id] : [...new Set(scopeIds)]
}

/** Assigns positions from 1 in the new order and returns those that changed. */
export const computeSectionPositions = (
  sections: readonly { section_id: string; position: number }[],
  listed: readonly string[],
): { section_id: string; position: number }[] => {
  const previous = new Map(sections.map((section) => [section.section_id, section.position]))
  return listed
    .map((section_id, i) => ({ section_id, position: i + 1 }))
    .filter(({ section_id, position }) => previous.get(section_id) !== position)
}

/** Attributes of a section that a request can set. */
export type SectionAttributes = Pick<SectionRow, 'name' | 'position' | 'status' | 'color' | 'wip_limit'>
export const sectionAttributes = ['name', 'position', 'status', 'color', 'wip_limit'] as const

/** Throws 422 for an attribute that only sections of a project have. */
export function requireScopeAttributes(scopeType: ScopeType, body: SectionUpdate): void {
  if (scopeType === 'project') return
  const name = (['status', 'color', 'wip_limit'] as const).find((one) => body[one] != null)
  if (name !== undefined)
    throw invalid(
      ['body', name],
      `Only sections of a project have \`${name}\`. Omit it for teams and personal sections.`,
    )
}

export function applySectionUpdate(stored: SectionAttributes, body: SectionUpdate): SectionAttributes {
  const keep = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value)
  return {
    name: body.name ?? stored.name,
    position: body.position ?? stored.position,
    status: keep(body.status, stored.status),
    color: keep(body.color, stored.color),
    wip_limit: keep(body.wip_limit, stored.wip_limit),
  }
}
