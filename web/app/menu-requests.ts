import { withChunk } from '../components/util/load-chunk.ts'
import { isTextInput } from '../components/util/shortcuts.ts'

const importMenus = () => import('./row-menus.tsx')
const withMenu = '[data-region=list] [data-id], .sidebar-place'

/** Opens menus on right click and by `[data-more]`; loads what makes the row under the pointer the target of keys. */
export function listenForMenus(): void {
  const open = (event: MouseEvent, selector: string) => {
    const target = (event.target as Element).closest<HTMLElement>(selector)
    if (!target || event.defaultPrevented || event.shiftKey || isTextInput(event.target)) return
    event.preventDefault()
    void withChunk(importMenus, ({ openMenuAt }) => openMenuAt(event, target))
  }
  // With the menu key, the target is the focused grid and not its current row.
  document.addEventListener('contextmenu', (event) =>
    open(event, event.button === 2 ? withMenu : `${withMenu}, [role=grid]`),
  )
  document.addEventListener('click', (event) => open(event, '[data-more]'))
  document.addEventListener('pointerover', () => void importMenus().catch(() => {}), { once: true })
}
