import type { Section, TaskStatus } from '@svc/sdk'

type Column = Pick<Section, 'section_id' | 'status'>

/** Returns the section in which the server puts a task of a section when its status changes. */
export function placeByStatus(sections: readonly Column[], current: string | null, status: TaskStatus): string | null {
  if (current === null) return null
  const own = sections.find(({ section_id }) => section_id === current)
  if (own?.status == null || own.status === status) return current
  return sections.find((section) => section.status === status)?.section_id ?? null
}

/** Returns the position of a section at an index among the others; undefined if there is no number between them. */
export function computeSectionPosition(others: readonly { position: number }[], index: number): number | undefined {
  const [before, after] = [others[index - 1]?.position, others[index]?.position]
  if (before === undefined) return after === undefined ? 1 : after - 1
  if (after === undefined) return before + 1
  const between = (before + after) / 2
  return between > before && between < after ? between : undefined
}
