import type { Section } from '@svc/sdk'
import { useCommands, type Command } from '../../commands/commands.ts'
import { sectionTexts } from '../../messages/sections.ts'
import { withChunk } from '../../components/util/load-chunk.ts'
import type * as SectionMenu from './section-menu.tsx'
import { canArrangeSections } from '../members/permissions.ts'
import { listContainerSections } from '../tasks/choices.tsx'
import { viewState } from '../views/view-state.ts'
import type { TaskContainer } from '../views/view-query.ts'
import { moveSectionBy } from './section-mutations.ts'
import { sectionKeys } from './section-keys.ts'

/** Uses what changes sections, which is loaded on first use. */
export const withMenu = (use: (menu: typeof SectionMenu) => void): void =>
  void withChunk(() => import('./section-menu.tsx'), use)

export const showNewSection = (container: TaskContainer): void =>
  withMenu(({ openNewSectionDialog }) => openNewSectionDialog(container))

/** Returns the section whose header is focused. */
const findFocusedSection = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-section]')?.dataset['section']

/** Registers the keys of sections: those of a focused header, else of the section of the current task. */
export function useSectionKeys(layout: 'list' | 'board', findCurrentSection: () => string | null | undefined): void {
  const { container, query } = viewState.value
  const isArranged = query.group === 'section' && canArrangeSections(container)
  useCommands(isArranged ? buildCommands(container, layout, findCurrentSection) : [], 'list')
}

interface SectionCommandRow {
  id: string
  title: string
  keys?: string
  when?: () => boolean
  run: () => void
}

function buildCommands(
  container: TaskContainer,
  layout: 'list' | 'board',
  findCurrentSection: () => string | null | undefined,
): Command[] {
  const find = (id: string | null | undefined): Section | undefined =>
    listContainerSections(container).find(({ section_id }) => section_id === id)
  const getFocused = () => find(findFocusedSection())
  const getTarget = () => getFocused() ?? find(findCurrentSection())
  const add = { id: 'add', title: sectionTexts.add, run: () => showNewSection(container) }
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
  const when = () => getTarget() !== undefined
  const move = (by: number) => () => moveSectionBy(container, getTarget()!.section_id, by)
  const { before, after } = sectionKeys[layout]
  const titles = isBoard
    ? [sectionTexts.moveLeft, sectionTexts.moveRight]
    : [sectionTexts.moveUp, sectionTexts.moveDown]
  return [
    { id: 'before', title: titles[0]!, keys: before, when, run: move(-step) },
    { id: 'after', title: titles[1]!, keys: after, when, run: move(step) },
  ]
}

function buildEdits(container: TaskContainer, getFocused: () => Section | undefined): SectionCommandRow[] {
  const when = () => getFocused() !== undefined
  const rename = () => {
    const section = getFocused()!
    withMenu(({ openSectionDialog }) => openSectionDialog(container, { section, focus: 'name' }))
  }
  const remove = () => {
    const section = getFocused()!
    withMenu(({ openDeleteSectionDialog }) => openDeleteSectionDialog(section))
  }
  return [
    { id: 'rename', title: sectionTexts.rename, keys: sectionKeys.rename, when, run: rename },
    { id: 'delete', title: sectionTexts.delete, keys: sectionKeys.delete, when, run: remove },
  ]
}
