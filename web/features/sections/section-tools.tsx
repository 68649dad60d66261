import { sectionTexts } from '../../messages/sections.ts'
import { listTexts } from '../../messages/tasks.ts'
import { openQuickAdd } from '../../commands/dialog-state.ts'
import { Button } from '../../components/button.tsx'
import type { Anchor } from '../../components/popover.tsx'
import { openContextMenu } from '../../components/util/context-menu.ts'
import { canAddTasksTo, canArrangeSections } from '../members/permissions.ts'
import { listContainerSections } from '../tasks/choices.tsx'
import { getQuickAddDefaults } from '../tasks/quick-add-target.ts'
import type { Grouping } from '../views/view-query.ts'
import { viewState } from '../views/view-state.ts'
import { withMenu } from './section-commands.ts'

interface GroupTarget {
  group: Grouping
  key: string | null
  label: string
  layout: 'list' | 'board'
}

/** Returns the section of a group, if the tasks are grouped by section. */
export const findGroupSection = ({ group, key }: Pick<GroupTarget, 'group' | 'key'>) =>
  group === 'section'
    ? listContainerSections(viewState.value.container).find(({ section_id }) => section_id === key)
    : undefined

/** Returns the limit of a group; none while filters hide some of its tasks. */
export const findGroupLimit = (target: Pick<GroupTarget, 'group' | 'key'>): number | null | undefined =>
  Object.keys(viewState.value.query.filters).length === 0 ? findGroupSection(target)?.wip_limit : undefined

/** Returns the attributes of the header of a group: of a section, its menu on right click and its keys. */
export function buildHeaderAttributes(target: GroupTarget) {
  const section = findGroupSection(target)
  if (!section) return {}
  return { 'data-section': section.section_id, onContextMenu: openContextMenu((anchor) => openMenu(target, anchor)) }
}

const openMenu = ({ key, layout }: GroupTarget, anchor: Anchor): void =>
  withMenu(({ openSectionMenu }) =>
    openSectionMenu({ container: viewState.peek().container, id: key!, layout }, anchor),
  )

/** Buttons at the end of the header of a group: a new task in it, and the menu of a section. */
export function GroupTools(target: GroupTarget) {
  const { group, key, label } = target
  const { container, query } = viewState.value
  const add = () => openQuickAdd(getQuickAddDefaults(container, group, key))
  return (
    <>
      {canAddTasksTo(container) && !query.filters.deleted && (
        <Button kind="quiet" small icon="plus" title={listTexts.addTo(label)} onClick={add} />
      )}
      {findGroupSection(target) && canArrangeSections(container) && (
        <Button
          kind="quiet"
          small
          icon="more"
          title={sectionTexts.options(label)}
          onClick={({ currentTarget }) => openMenu(target, currentTarget)}
        />
      )}
    </>
  )
}
