import type { Section } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { sectionFormTexts } from '../../messages/section-forms.ts'
import { updateRow } from '../settings/kit/row-changes.ts'
import type { TaskContainer } from '../views/view-query.ts'
import { listContainerSections } from '../tasks/choices.tsx'
import { toSectionScope } from '../tasks/task-container.ts'
import { reportChange } from '../tasks/task-mutations.ts'
import { computeSectionPosition } from './section-rules.ts'

export function updateSection(section: Section, patch: Partial<Section>): void {
  const label = sectionFormTexts.changed(patch.name ?? section.name)
  updateRow('sections', section, patch, label)
  reportChange(label)
}

export function deleteSection({ section_id: id, name }: Section): void {
  const label = sectionFormTexts.deleted(name)
  getStore().mutate({
    method: 'sections.delete',
    args: [id],
    rows: { kind: 'sections', id },
    optimisticPatches: { type: 'delete', kind: 'sections', id },
    label,
  })
  reportChange(label)
}

/** Moves a section to an index among the others. */
export function moveSectionTo(container: TaskContainer, id: string, index: number): void {
  const sections = listContainerSections(container)
  const section = sections.find(({ section_id }) => section_id === id)
  const others = sections.filter((one) => one !== section)
  if (!section || index < 0 || index > others.length || sections.indexOf(section) === index) return
  const label = sectionFormTexts.moved(section.name, index + 1, sections.length)
  const position = computeSectionPosition(others, index)
  if (position !== undefined) getStore().update('sections', id, { position }, label)
  else renumberSections(container, others.toSpliced(index, 0, section), label)
  reportChange(label)
}

export function moveSectionBy(container: TaskContainer, id: string, by: number): void {
  const index = listContainerSections(container).findIndex(({ section_id }) => section_id === id)
  if (index >= 0) moveSectionTo(container, id, index + by)
}

function renumberSections(container: TaskContainer, sections: readonly Section[], label: string): void {
  getStore().mutate({
    method: 'sections.reorder',
    args: [{ ...toSectionScope(container), section_ids: sections.map(({ section_id }) => section_id) }],
    queue: `sections ${container.id}`,
    optimisticPatches: sections.map(({ section_id: id }, index) => ({
      type: 'patch',
      kind: 'sections',
      id,
      patch: { position: index + 1 },
    })),
    label,
  })
}
