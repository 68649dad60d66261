import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useCommands } from '../../commands/commands.ts'
import { sectionTexts } from '../../messages/sections.ts'
import { loadOptionalChunk, withChunk } from '../../components/util/load-chunk.ts'
import { canArrangeSections } from '../members/permissions.ts'
import { viewState } from '../views/view-state.ts'
import type { TaskContainer } from '../views/view-query.ts'
import type * as SectionMenu from './section-menu.tsx'

const loadMenu = () => import('./section-menu.tsx')

/** Uses what changes sections, which is loaded on first use. */
export const withMenu = (use: (menu: typeof SectionMenu) => void): void => void withChunk(loadMenu, use)

export const showNewSection = (container: TaskContainer): void =>
  withMenu(({ openNewSectionDialog }) => openNewSectionDialog(container))

const menuModule = signal<typeof SectionMenu | undefined>()

/** Registers the keys of sections, once they are loaded. */
export function useSectionKeys(layout: 'list' | 'board', findCurrentSection: () => string | null | undefined): void {
  const { container, query } = viewState.value
  const isArranged = query.group === 'section' && canArrangeSections(container)
  useEffect(() => {
    if (!isArranged || menuModule.peek()) return
    return loadOptionalChunk(loadMenu, sectionTexts.noKeys, (loaded) => (menuModule.value = loaded))
  }, [isArranged])
  const loaded = isArranged ? menuModule.value : undefined
  useCommands(loaded ? loaded.buildSectionCommands(container, layout, findCurrentSection) : [], 'list')
}
