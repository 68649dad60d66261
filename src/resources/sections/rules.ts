/** What holds for sections whoever asks: no database here. */
import { invalid, invalidParameter } from '../../kernel/problem.ts'
import type { HolderType } from '../holders/access.ts'

/** The scopes a list asks for, each once, in the order asked. */
export function scopesAsked(asked: {
  scope_type: HolderType
  scope_id?: string
  scope_ids?: string[]
}): string[] {
  const several = asked.scope_ids ?? []
  if (asked.scope_type === 'user' && several.length > 0)
    throw invalidParameter('scope_ids', 'Personal sections are listed one person at a time: send scope_id.')
  if (Boolean(asked.scope_id) === several.length > 0)
    throw invalid(['query', 'scope_id'], 'Send either scope_id or scope_ids.', 'one_of')
  return asked.scope_id ? [asked.scope_id] : [...new Set(several)]
}

/** The places that an order gives: 1, 2, 3 and so on; those alone that change. */
export const newPlaces = (
  sections: readonly { section_id: string; position: number }[],
  listed: readonly string[],
): { section_id: string; position: number }[] => {
  const before = new Map(sections.map((section) => [section.section_id, section.position]))
  return listed
    .map((section_id, i) => ({ section_id, position: i + 1 }))
    .filter(({ section_id, position }) => before.get(section_id) !== position)
}
