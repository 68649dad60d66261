import type { VNode } from 'preact'
import { commands, type Command } from '../commands/commands.ts'
import { Menu, type MenuItem } from '../components/menu.tsx'
import type { Anchor } from '../components/popover.tsx'
import { copyToClipboard } from '../components/util/clipboard.ts'
import { openLayer } from '../components/util/open-layer.ts'
import { listMenuItems } from '../features/tasks/menu-items.ts'
import { taskOrder } from '../features/tasks/task-order.ts'
import { commonTexts } from '../messages/common.ts'
import { menuTexts } from '../messages/menus.ts'
import { getStore } from '../store/current-store.ts'
import { OrgMenu } from './org-menu.tsx'
import { findRow, followPointer, makeRowCurrent } from './pointer-row.ts'
import { buildSidebarItems } from './sidebar-menu.ts'

// Called here and not by the first screen, which imports this code when the pointer moves.
followPointer()

/** Opens the menu of a row or of a link in the sidebar. A long press selects a task. */
export function openMenuAt(event: MouseEvent, target: HTMLElement): void {
  if (target.classList.contains('sidebar-org')) return openOrgMenu(target)
  const current = document.getElementById(target.getAttribute('aria-activedescendant') ?? '')
  const isByPointer = event.type === 'contextmenu' && event.button === 2
  const anchor = isByPointer ? { x: event.clientX, y: event.clientY } : (current ?? target)
  const link = target.closest('li')?.querySelector<HTMLAnchorElement>('.sidebar-place')
  if (link)
    return openMenu(anchor, commonTexts.actions(link.textContent), [
      ...buildSidebarItems(link, target),
      ...buildLinkItems(link),
    ])
  const row = findRow(current ?? target)
  if (!row) return
  makeRowCurrent(row)
  // The commands follow the new focus.
  requestAnimationFrame(() => {
    if ((event as PointerEvent).pointerType === 'touch' && event.type === 'contextmenu') findCommand('x')?.run()
    else openRowMenu(row, anchor)
  })
}

function openRowMenu(row: HTMLElement, anchor: Anchor): void {
  const selected = taskOrder.peek()?.selected?.peek()
  if (selected && selected.size > 0 && !selected.has(row.dataset['id']!)) findCommand('Escape')?.run()
  const link = row.querySelector('a')
  const items = listMenuItems('list', getStore().row('tasks', row.dataset['id']!).peek()?.has_edit_access ?? true)
  const last = items.findIndex(({ danger }) => danger)
  if (link) items.splice(last < 0 ? items.length : last, 0, ...buildLinkItems(link))
  openMenu(anchor, commonTexts.actions(link?.textContent ?? ''), items)
}

const findCommand = (key: string): Command | undefined =>
  commands.peek().find(({ keys, region, when }) => keys === key && region === 'list' && when?.())

const buildLinkItems = ({ href }: HTMLAnchorElement): MenuItem[] => [
  {
    id: 'tab',
    label: menuTexts.newTab,
    icon: 'external',
    hasSeparator: true,
    onSelect: () => window.open(href, '_blank', 'noopener'),
  },
  {
    id: 'link',
    label: menuTexts.copyLink,
    icon: 'link',
    onSelect: () => void copyToClipboard(href, menuTexts.linkCopied),
  },
]

const openMenu = (anchor: Anchor, label: string, items: MenuItem[]): void =>
  openOnlyMenu(anchor, (close) => <Menu anchor={anchor} label={label} items={items} onClose={close} />)

function openOrgMenu(button: HTMLElement): void {
  const setExpanded = (isOpen: boolean) => button.setAttribute('aria-expanded', String(isOpen))
  openOnlyMenu(button, (close) => {
    const closeMenu = () => {
      setExpanded(false)
      close()
    }
    setExpanded(true)
    return <OrgMenu anchor={button} onClose={closeMenu} />
  })
}

/** Opens a menu unless one is open: a button may be pressed again while this code is loading. */
function openOnlyMenu(anchor: Anchor, renderMenu: (close: () => void) => VNode): void {
  if (!document.querySelector('[role=menu]')) openLayer(renderMenu, anchor)
}
