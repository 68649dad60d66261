import type { ComponentType } from 'preact'
import { closeTask } from '../address.ts'
import { frameTexts } from '../messages/frame.ts'
import { Button } from '../ui/button.tsx'
import { lazy } from './lazy.tsx'
import { loadFloating } from '../ui/popover.tsx'
import { Palette, QuickAdd } from './overlays.tsx'

export interface Place {
  org: string
  project?: string
  team?: string
  view?: string
  setting?: string
}

const TasksScreen = lazy<Place>(async () => (await import('../screens/tasks/tasks-screen.tsx')).TasksScreen)
const BoardScreen = lazy<Place>(async () => (await import('../screens/board/board-screen.tsx')).BoardScreen)
const MyWorkScreen = lazy<Place>(
  async () => (await import('../screens/my-work/my-work-screen.tsx')).MyWorkScreen,
)
const InboxScreen = lazy<Place>(async () => (await import('../screens/inbox/inbox-screen.tsx')).InboxScreen)
const SearchScreen = lazy<Place>(
  async () => (await import('../screens/search/search-screen.tsx')).SearchScreen,
)
const SettingsScreen = lazy<Place>(
  async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen,
)
export const TaskPanel = lazy(async () => (await import('../screens/task/task-panel.tsx')).TaskPanel, {
  lost: (failure) => (
    <>
      <Button kind="quiet" icon="x" title={frameTexts.closeTask} onClick={closeTask} />
      {failure}
    </>
  ),
})

/** Returns whether a path belongs to the console; other paths are other pages of the server. */
export const isConsole = (path: string): boolean =>
  path === '/' || path === '/o' || path.startsWith('/o/') || path.startsWith('/t/')

export interface Route {
  place: Place
  Screen: ComponentType<Place>
}

const ID_PATTERN = '([A-Za-z0-9_-]+)'
const ROUTES: [RegExp, keyof Place | undefined, (board: boolean) => ComponentType<Place>][] = [
  [/^my$/, undefined, () => MyWorkScreen],
  [/^inbox$/, undefined, () => InboxScreen],
  [/^tasks$/, undefined, (board) => (board ? BoardScreen : TasksScreen)],
  [/^search$/, undefined, () => SearchScreen],
  [new RegExp(`^p/${ID_PATTERN}$`), 'project', (board) => (board ? BoardScreen : TasksScreen)],
  [new RegExp(`^team/${ID_PATTERN}$`), 'team', (board) => (board ? BoardScreen : TasksScreen)],
  [new RegExp(`^v/${ID_PATTERN}$`), 'view', (board) => (board ? BoardScreen : TasksScreen)],
  [/^settings(?:\/([a-z]+))?$/, 'setting', () => SettingsScreen],
]

/** Returns the screen of a path below `/o`. */
export function routeOf(path: string, query: URLSearchParams): Route | undefined {
  const [, org, rest] = /^\/o\/([^/]+)\/?(.*?)\/?$/.exec(path) ?? []
  if (!org) return undefined
  for (const [pattern, name, screen] of ROUTES) {
    const found = pattern.exec(rest!)
    if (!found) continue
    const place: Place = { org, ...(name && found[1] && { [name]: found[1] }) }
    return { place, Screen: screen(query.get('view') === 'board') }
  }
  return undefined
}

const PRELOADED = [
  TasksScreen,
  TaskPanel,
  QuickAdd,
  BoardScreen,
  Palette,
  { load: loadFloating },
  { load: () => import('../parts/task-field-pickers.tsx') },
  { load: () => import('../parts/filter-pickers.tsx') },
  { load: () => import('../data/conflicts.ts') },
]

/** Preloads code that is likely needed next, when idle; also for offline use. */
export function loadAhead(): void {
  const load = () => void Promise.allSettled(PRELOADED.map((one) => one.load()))
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4000 })
  else setTimeout(load, 1500)
}
