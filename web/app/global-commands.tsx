import { navigate, currentLocation } from '../location.ts'
import { useCommands, type Command } from '../commands/commands.ts'
import { openDialog, openPalette, openQuickAdd, quickAddDefaults } from '../commands/dialog-state.ts'
import { getStore } from '../store/current-store.ts'
import { commandTexts as said, frameTexts } from '../messages/app.ts'
import { isGuest, isOrgAdmin, canAddTasks } from '../features/members/permissions.ts'
import { toggleSidebar } from '../components/top-bar.tsx'
import { switchRegion } from '../components/util/focus.ts'
import { toggleTheme } from '../components/util/theme.ts'
import { copyToClipboard } from '../components/util/clipboard.ts'
import { showToast } from '../components/toast.tsx'
import { requestSignOut } from './sign-out.ts'

export function GlobalCommands() {
  const { canUndo } = getStore()
  useCommands([...listNavigationCommands(), ...listCreateCommands(), ...listPageCommands(canUndo.value)])
  return null
}

function listNavigationCommands(): Command[] {
  const goTo = (rest: string) => () => navigate(`/o/${getStore().org}/${rest}`)
  const section = said.go
  return [
    { id: 'go-inbox', title: frameTexts.inbox, section, keys: 'g i', run: goTo('inbox') },
    { id: 'go-my', title: frameTexts.myWork, section, keys: 'g m', run: goTo('my') },
    { id: 'go-tasks', title: frameTexts.allTasks, section, keys: 'g t', run: goTo('tasks') },
    { id: 'go-roadmap', title: frameTexts.roadmap, section, keys: 'g r', run: goTo('roadmap') },
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
      when: canAddTasks,
      run: () => openQuickAdd(quickAddDefaults.value),
    },
    {
      id: 'new-project',
      title: frameTexts.addProject,
      section,
      when: () => !isGuest(),
      run: () => openDialog('new-project'),
    },
    { id: 'invite', title: frameTexts.invite, section, when: isOrgAdmin, run: () => openDialog('invite') },
  ]
}

function listPageCommands(undoLabel: string | undefined): Command[] {
  const section = said.page
  const redo = () => getStore().redo()
  const undo = () => {
    if (!undoLabel) return showToast({ text: said.nothingToUndo })
    getStore().undo()
    // The step may have been made on another screen.
    showToast({ text: said.undone(undoLabel), action: { label: said.redo, run: redo } })
  }
  return [
    { id: 'palette', title: said.palette, section, keys: 'Mod+k', unlisted: true, run: () => openPalette() },
    { id: 'help', title: frameTexts.help, section, keys: '?', run: () => openDialog('help') },
    {
      id: 'undo',
      title: undoLabel ? said.undoThis(undoLabel) : said.undo,
      section,
      keys: 'Mod+z',
      run: undo,
    },
    { id: 'redo', title: said.redo, section, keys: 'Mod+Shift+z or Mod+y', run: redo },
    { id: 'sidebar', title: said.sidebar, section, keys: 'Mod+b', run: toggleSidebar },
    { id: 'switch-region', title: said.switchRegion, section, keys: 'F6', unlisted: true, run: switchRegion },
    { id: 'theme', title: said.theme, section, run: toggleTheme },
    { id: 'copy-address', title: said.copyAddress, section, run: copyLocation },
    { id: 'sign-out', title: frameTexts.signOut, section, run: requestSignOut },
  ]
}

function copyLocation(): void {
  const { path, query } = currentLocation.value
  const { href } = new URL(`${path}${query.size ? `?${query}` : ''}`, location.href)
  void copyToClipboard(href, said.addressCopied)
}
