import { listTexts } from '../../messages/tasks.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import { Menu } from '../../components/menu.tsx'
import { buildListCommands } from './list-commands.ts'

/** Opens the menu of a list. `title` names the file of an export. */
export function openMoreMenu(anchor: Element, title: string): void {
  const items = buildListCommands(anchor, title).filter(({ heading }) => !heading)
  openLayer((close) => <Menu anchor={anchor} label={listTexts.more} items={items} onClose={close} />, anchor)
}
