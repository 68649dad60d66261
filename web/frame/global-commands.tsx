import { go, here } from '../address.ts'
import { useCommands, type Command } from '../commands/commands.ts'
import { open, openPalette, openQuickAdd, placeToAdd } from '../commands/overlay.ts'
import { data } from '../data/current.ts'
import { commandTexts as said, frameTexts } from '../messages/frame.ts'
import { isGuest, isOrgAdmin, mayAddTasks } from '../parts/rights.ts'
import { toggleSidebar } from '../parts/top-bar.tsx'
import { switchRegion } from '../ui/focus.ts'
import { turnTheme } from '../ui/theme.ts'
import { copy } from '../ui/copy.ts'
import { toast } from '../ui/toast.tsx'
import { leave } from './leave.ts'

export function GlobalCommands() {
  const { canUndo } = data()
  useCommands([...listNavigationCommands(), ...listCreateCommands(), ...listPageCommands(canUndo.value)])
  return null
}

function listNavigationCommands(): Command[] {
  const goTo = (rest: string) => () => go(`/o/${data().org}/${rest}`)
  const section = said.go
  return [
    { id: 'go-inbox', title: frameTexts.inbox, section, keys: 'g i', run: goTo('inbox') },
    { id: 'go-my', title: frameTexts.myWork, section, keys: 'g m', run: goTo('my') },
    { id: 'go-tasks', title: frameTexts.allTasks, section, keys: 'g t', run: goTo('tasks') },
    { id: 'go-project', title: said.goProjects, section, keys: 'g p', run: () => openPalette('+') },
    { id: 'go-settings', title: frameTexts.settings, section, keys: 'g s', run: goTo('settings') },
    { id: 'search', title: frameTexts.search, section, keys: '/', run: goTo('search') },
  ]
}

function listCreateCommands(): Command[] {
  const section = said.make
  return [
    {
      id: 'new-task',
      title: frameTexts.newTask,
      section,
      keys: 'c',
      when: mayAddTasks,
      run: () => openQuickAdd(placeToAdd.value),
    },
    {
      id: 'new-project',
      title: frameTexts.addProject,
      section,
      when: () => !isGuest(),
      run: () => open('new-project'),
    },
    { id: 'invite', title: frameTexts.invite, section, when: isOrgAdmin, run: () => open('invite') },
  ]
}

function listPageCommands(undoLabel: string | undefined): Command[] {
  const section = said.page
  const undo = () => (undoLabel ? data().undo() : toast({ text: said.nothingToUndo }))
  return [
    { id: 'palette', title: said.palette, section, keys: 'Mod+k', unlisted: true, run: () => openPalette() },
    { id: 'help', title: frameTexts.help, section, keys: '?', run: () => open('help') },
    {
      id: 'undo',
      title: undoLabel ? said.undoThis(undoLabel) : said.undo,
      section,
      keys: 'Mod+z',
      run: undo,
    },
    { id: 'redo', title: said.redo, section, keys: 'Mod+Shift+z or Mod+y', run: () => data().redo() },
    { id: 'sidebar', title: said.sidebar, section, keys: 'Mod+b', run: toggleSidebar },
    { id: 'switch-region', title: said.switchRegion, section, keys: 'F6', unlisted: true, run: switchRegion },
    { id: 'theme', title: said.theme, section, run: turnTheme },
    { id: 'copy-address', title: said.copyAddress, section, run: copyLocation },
    { id: 'sign-out', title: frameTexts.signOut, section, run: leave },
  ]
}

function copyLocation(): void {
  const { path, query } = here.value
  const { href } = new URL(`${path}${query.size ? `?${query}` : ''}`, location.href)
  void copy(href, said.addressCopied)
}
