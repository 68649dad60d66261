import { commands } from '../../commands/commands.ts'
import type { MenuItem } from '../../components/menu.tsx'
import type { Region } from '../../components/util/focus.ts'

const isDeletion = (id: string): boolean => id.endsWith('.delete')

/** Commands that change no task, which readers have too. */
const isReading = (id: string): boolean => /\.(open|peek|mark|claim|release|link|done|unread)$/.test(id)

/** Returns the commands of a region as items of a menu, with deletion last. */
export function listMenuItems(region: Region, canEdit: boolean): MenuItem[] {
  const found = commands
    .peek()
    .filter(({ menu, id }) => menu && (canEdit || isReading(id)))
    .filter((command) => (command.region ?? region) === region && (command.when?.() ?? true))
  return found
    .sort((a, b) => Number(isDeletion(a.id)) - Number(isDeletion(b.id)))
    .map(({ id, title, keys, menu, run }) => ({
      id,
      label: title,
      icon: menu!,
      ...(keys && { keys: keys.split(' or ').at(-1)! }),
      ...(isDeletion(id) && { danger: true, hasSeparator: true }),
      onSelect: run,
    }))
}
