import type { Section } from '@svc/sdk'
import { sectionFormTexts } from '../../messages/section-forms.ts'
import { sectionTexts } from '../../messages/sections.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import type { IconName } from '../../components/icon.tsx'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import type { Anchor } from '../../components/popover.tsx'
import { openQuickAdd } from '../../commands/dialog-state.ts'
import { canAddTasksTo, canArrangeSections } from '../members/permissions.ts'
import { listContainerSections } from '../tasks/choices.tsx'
import { getQuickAddDefaults } from '../tasks/quick-add-target.ts'
import type { TaskContainer } from '../views/view-query.ts'
import { buildSectionCommands } from './build-section-commands.ts'
import { openDeleteSectionDialog, openNewSectionDialog, openSectionDialog } from './open-section-dialogs.tsx'
import type { SectionFieldName } from './section-dialogs.tsx'
import { moveSectionBy } from './section-mutations.ts'
import { sectionKeys } from './section-keys.ts'

export { buildSectionCommands, openNewSectionDialog }

export interface SectionMenuOptions {
  container: TaskContainer
  id: string
  /** Columns are beside each other, groups below each other. */
  layout: 'list' | 'board'
}

export function openSectionMenu(options: SectionMenuOptions, anchor: Anchor): void {
  const section = listContainerSections(options.container).find(({ section_id }) => section_id === options.id)
  if (!section) return
  openLayer(
    (close) => (
      <Menu
        anchor={anchor}
        label={sectionTexts.options(section.name)}
        items={buildItems(options, section)}
        onClose={close}
      />
    ),
    anchor,
  )
}

function buildItems(options: SectionMenuOptions, section: Section): MenuItem[] {
  const { container, id } = options
  const create = () => openQuickAdd(getQuickAddDefaults(container, 'section', id))
  const items: MenuItem[] = canAddTasksTo(container)
    ? [{ id: 'task', label: sectionFormTexts.addTask, icon: 'plus', onSelect: create }]
    : []
  if (!canArrangeSections(container)) return items
  return [
    ...items,
    ...buildEditItems(container, section),
    ...buildMoveItems(options),
    { id: 'add', label: sectionFormTexts.addAfter, icon: 'plus', onSelect: () => openNewSectionDialog(container, id) },
    {
      id: 'delete',
      label: sectionTexts.delete,
      icon: 'trash',
      keys: sectionKeys.delete,
      danger: true,
      hasSeparator: true,
      onSelect: () => openDeleteSectionDialog(section),
    },
  ]
}

function buildMoveItems({ container, id, layout }: SectionMenuOptions): MenuItem[] {
  const sections = listContainerSections(container)
  const index = sections.findIndex(({ section_id }) => section_id === id)
  const { before, after } = sectionKeys[layout]
  const buildItem = (by: 1 | -1, label: string, icon: IconName, keys: string): MenuItem => ({
    id: label,
    label,
    icon,
    keys,
    hasSeparator: by < 0,
    disabled: sections[index + by] === undefined,
    onSelect: () => moveSectionBy(container, id, by),
  })
  return layout === 'board'
    ? [
        buildItem(-1, sectionTexts.moveLeft, 'arrow-left', before),
        buildItem(1, sectionTexts.moveRight, 'arrow-right', after),
      ]
    : [buildItem(-1, sectionTexts.moveUp, 'arrow-up', before), buildItem(1, sectionTexts.moveDown, 'arrow-down', after)]
}

/** Returns the items that open the form; sections of teams and users have a name only. */
function buildEditItems(container: TaskContainer, section: Section): MenuItem[] {
  const buildItem = (focus: SectionFieldName, label: string, icon: MenuItem['icon'], keys?: string): MenuItem => ({
    id: focus,
    label,
    ...(icon && { icon }),
    ...(keys && { keys }),
    hasSeparator: focus === 'name',
    onSelect: () => openSectionDialog(container, { section, focus }),
  })
  const name = buildItem('name', sectionTexts.rename, 'edit', sectionKeys.rename)
  if (container.kind !== 'project') return [name]
  return [
    name,
    buildItem('status', sectionFormTexts.setStatus, 'check-circle'),
    buildItem('color', sectionFormTexts.setColor, 'tag'),
    buildItem('limit', sectionFormTexts.setLimit, 'flag'),
  ]
}
