import type { ComponentType } from 'preact'
import { closeTask } from '../address.ts'
import { frameTexts } from '../messages/frame.ts'
import { Button } from '../ui/button.tsx'
import { lazy } from './lazy.tsx'
import { loadFloating } from '../ui/popover.tsx'
import { Palette, QuickAdd } from './overlays.tsx'

/** What a screen is told: the ids of its address. */
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

/** Whether the console itself shows a path; other paths of the server are other pages. */
export const isConsole = (path: string): boolean =>
  path === '/' || path === '/o' || path.startsWith('/o/') || path.startsWith('/t/')

export interface Route {
  place: Place
  Screen: ComponentType<Place>
}

const id = '([A-Za-z0-9_-]+)'
const patterns: [RegExp, keyof Place | undefined, (board: boolean) => ComponentType<Place>][] = [
  [/^my$/, undefined, () => MyWorkScreen],
  [/^inbox$/, undefined, () => InboxScreen],
  [/^tasks$/, undefined, (board) => (board ? BoardScreen : TasksScreen)],
  [/^search$/, undefined, () => SearchScreen],
  [new RegExp(`^p/${id}$`), 'project', (board) => (board ? BoardScreen : TasksScreen)],
  [new RegExp(`^team/${id}$`), 'team', (board) => (board ? BoardScreen : TasksScreen)],
  [new RegExp(`^v/${id}$`), 'view', (board) => (board ? BoardScreen : TasksScreen)],
  [/^settings(?:\/([a-z]+))?$/, 'setting', () => SettingsScreen],
]

/** The screen of an address below `/o`, if there is one. */
export function routeOf(path: string, query: URLSearchParams): Route | undefined {
  const [, org, rest] = /^\/o\/([^/]+)\/?(.*?)\/?$/.exec(path) ?? []
  if (!org) return undefined
  for (const [pattern, name, screen] of patterns) {
    const found = pattern.exec(rest!)
    if (!found) continue
    const place: Place = { org, ...(name && found[1] && { [name]: found[1] }) }
    return { place, Screen: screen(query.get('view') === 'board') }
  }
  return undefined
}

const likely = [
  TasksScreen,
  TaskPanel,
  QuickAdd,
  BoardScreen,
  Palette,
  { load: loadFloating },
  { load: () => import('../parts/task-field-pickers.tsx') },
  { load: () => import('../parts/filter-pickers.tsx') },
]

/** Loads what is likely to be shown next, once nothing else is to be done: also so that it is there without a network. */
export function loadAhead(): void {
  const load = () =>
    void Promise.allSettled([
      ...likely.map((one) => one.load()),
      import('../data/meeting.ts'),
      import('../data/deciding.ts'),
    ])
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4000 })
  else setTimeout(load, 1500)
}
