import type { ComponentType } from 'preact'
import { closeTask } from '../location.ts'
import { frameTexts } from '../messages/app.ts'
import { Button } from '../components/button.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import { loadFloating } from '../components/popover.tsx'
import { LazyPalette, LazyQuickAdd } from './dialog-host.tsx'

export interface ScreenParams {
  org: string
  project?: string
  team?: string
  view?: string
  setting?: string
}

const TasksScreen = lazyComponent<ScreenParams>(
  async () => (await import('../features/task-list/task-list-screen.tsx')).TasksScreen,
)
const BoardScreen = lazyComponent<ScreenParams>(
  async () => (await import('../features/board/board-screen.tsx')).BoardScreen,
)
const MyWorkScreen = lazyComponent<ScreenParams>(
  async () => (await import('../features/my-work/my-work-screen.tsx')).MyWorkScreen,
)
const InboxScreen = lazyComponent<ScreenParams>(
  async () => (await import('../features/notifications/inbox-screen.tsx')).InboxScreen,
)
const SearchScreen = lazyComponent<ScreenParams>(
  async () => (await import('../features/search/search-screen.tsx')).SearchScreen,
)
const SettingsScreen = lazyComponent<ScreenParams>(
  async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
)
export const LazyTaskPanel = lazyComponent(
  async () => (await import('../features/task-panel/task-panel.tsx')).TaskPanel,
  {
    lost: (failure) => (
      <>
        <Button kind="quiet" icon="x" title={frameTexts.closeTask} onClick={closeTask} />
        {failure}
      </>
    ),
  },
)

export const isConsolePath = (path: string): boolean =>
  path === '/' || path === '/o' || path.startsWith('/o/') || path.startsWith('/t/')

export interface Route {
  params: ScreenParams
  Screen: ComponentType<ScreenParams>
}

const ID_PATTERN = '([A-Za-z0-9_-]+)'
const ROUTES: [RegExp, keyof ScreenParams | undefined, (board: boolean) => ComponentType<ScreenParams>][] = [
  [/^my$/, undefined, () => MyWorkScreen],
  [/^inbox$/, undefined, () => InboxScreen],
  [/^tasks$/, undefined, (board) => (board ? BoardScreen : TasksScreen)],
  [/^search$/, undefined, () => SearchScreen],
  [new RegExp(`^p/${ID_PATTERN}$`), 'project', (board) => (board ? BoardScreen : TasksScreen)],
  [new RegExp(`^team/${ID_PATTERN}$`), 'team', (board) => (board ? BoardScreen : TasksScreen)],
  [new RegExp(`^v/${ID_PATTERN}$`), 'view', (board) => (board ? BoardScreen : TasksScreen)],
  [/^settings(?:\/([a-z-]+))?$/, 'setting', () => SettingsScreen],
]

export function findRoute(path: string, query: URLSearchParams): Route | undefined {
  const [, org, rest] = /^\/o\/([^/]+)\/?(.*?)\/?$/.exec(path) ?? []
  if (!org) return undefined
  for (const [pattern, name, screen] of ROUTES) {
    const found = pattern.exec(rest!)
    if (!found) continue
    const place: ScreenParams = { org, ...(name && found[1] && { [name]: found[1] }) }
    return { params: place, Screen: screen(query.get('view') === 'board') }
  }
  return undefined
}

const PRELOADED = [
  TasksScreen,
  LazyTaskPanel,
  LazyQuickAdd,
  BoardScreen,
  LazyPalette,
  { load: loadFloating },
  { load: () => import('../features/task-panel/late-sections.tsx') },
  { load: () => import('../features/task-list/bulk-actions.tsx') },
  { load: () => import('../features/views/filter-bar.tsx') },
  { load: () => import('../features/fields/display-parts.ts') },
  { load: () => import('../features/fields/value-editor.tsx') },
  { load: () => import('../features/quick-add/new-task-pickers.tsx') },
  { load: () => import('../features/tasks/field-pickers.tsx') },
  { load: () => import('../features/board/move-picker.tsx') },
  { load: () => import('../features/sections/section-menu.tsx') },
  { load: () => import('../features/views/filter-pickers.tsx') },
  { load: () => import('../store/conflicts.ts') },
]

/** Preloads code that is likely needed next, when idle; also for offline use. */
export function preloadScreens(): void {
  const load = () => void Promise.allSettled(PRELOADED.map((one) => one.load()))
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4000 })
  else setTimeout(load, 1500)
}
