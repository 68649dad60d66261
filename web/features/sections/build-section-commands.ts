import type { Section } from '@svc/sdk'
import type { Command } from '../../commands/commands.ts'
import { sectionTexts } from '../../messages/sections.ts'
import { listContainerSections } from '../tasks/choices.tsx'
import type { TaskContainer } from '../views/view-query.ts'
import { openDeleteSectionDialog, openNewSectionDialog, openSectionDialog } from './open-section-dialogs.tsx'
import { moveSectionBy } from './section-mutations.ts'
import { sectionKeys } from './section-keys.ts'

/** Returns the section whose header is focused. */
const findFocusedSection = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-section]')?.dataset['section']

interface SectionCommandRow {
  id: string
  title: string
  keys?: string
  when?: () => boolean
  run: () => void
}

/** Builds the commands for the section of a focused header, else for that of the current task. */
export function buildSectionCommands(
  container: TaskContainer,
  layout: 'list' | 'board',
  findCurrentSection: () => string | null | undefined,
): Command[] {
  const find = (id: string | null | undefined): Section | undefined =>
    listContainerSections(container).find(({ section_id }) => section_id === id)
  const getFocused = () => find(findFocusedSection())
  const getTarget = () => getFocused() ?? find(findCurrentSection())
  const add = { id: 'add', title: sectionTexts.add, run: () => openNewSectionDialog(container) }
  const table = [add, ...buildMoves(container, layout, getTarget), ...buildEdits(container, getFocused)]
  return table.map((row: SectionCommandRow) => ({
    ...row,
    id: `sections.${row.id}`,
    section: sectionTexts.section,
    unlisted: row.id !== 'add',
  }))
}

function buildMoves(
  container: TaskContainer,
  layout: 'list' | 'board',
  getTarget: () => Section | undefined,
): SectionCommandRow[] {
  const isBoard = layout === 'board'
  const step = isBoard && document.documentElement.dir === 'rtl' ? -1 : 1
  const isAvailable = () => getTarget() !== undefined
  const move = (by: number) => () => moveSectionBy(container, getTarget()!.section_id, by)
  const { before, after } = sectionKeys[layout]
  const titles = isBoard
    ? [sectionTexts.moveLeft, sectionTexts.moveRight]
    : [sectionTexts.moveUp, sectionTexts.moveDown]
  return [
    { id: 'before', title: titles[0]!, keys: before, when: isAvailable, run: move(-step) },
    { id: 'after', title: titles[1]!, keys: after, when: isAvailable, run: move(step) },
  ]
}

function buildEdits(container: TaskContainer, getFocused: () => Section | undefined): SectionCommandRow[] {
  const isAvailable = () => getFocused() !== undefined
  const rename = () => openSectionDialog(container, { section: getFocused()!, focus: 'name' })
  const remove = () => openDeleteSectionDialog(getFocused()!)
  return [
    { id: 'rename', title: sectionTexts.rename, keys: sectionKeys.rename, when: isAvailable, run: rename },
    { id: 'delete', title: sectionTexts.delete, keys: sectionKeys.delete, when: isAvailable, run: remove },
  ]
}
