import type { ComponentType } from 'preact'
import { closeTask } from '../location.ts'
import { frameTexts } from '../messages/app.ts'
import { Button } from '../components/button.tsx'
import { lazyComponent } from '../components/lazy-component.tsx'
import type { lateScreens } from './late-screens.ts'

interface ScreenParams {
  org: string
  project?: string
  team?: string
  view?: string
  setting?: string
}

export const LazyTasksScreen = lazyComponent<ScreenParams>(
  async () => (await import('../features/task-list/task-list-screen.tsx')).TasksScreen,
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
const lazyLateScreen = (name: keyof typeof lateScreens) =>
  lazyComponent<ScreenParams>(async () => (await import('./late-screens.ts')).lateScreens[name]())
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

interface Route {
  params: ScreenParams
  Screen: ComponentType<ScreenParams>
}

const ID_PATTERN = '([A-Za-z0-9_-]+)'
const ROUTES: [RegExp, keyof ScreenParams | undefined, ComponentType<ScreenParams>][] = [
  [/^my$/, undefined, MyWorkScreen],
  [/^inbox$/, undefined, InboxScreen],
  [/^tasks$/, undefined, LazyTasksScreen],
  [/^search$/, undefined, SearchScreen],
  [/^roadmap$/, undefined, lazyLateScreen('roadmap')],
  [new RegExp(`^p/${ID_PATTERN}$`), 'project', LazyTasksScreen],
  [new RegExp(`^p/${ID_PATTERN}/about$`), 'project', lazyLateScreen('project')],
  [new RegExp(`^team/${ID_PATTERN}$`), 'team', LazyTasksScreen],
  [new RegExp(`^team/${ID_PATTERN}/about$`), 'team', lazyLateScreen('team')],
  [new RegExp(`^v/${ID_PATTERN}$`), 'view', LazyTasksScreen],
  [/^settings(?:\/([a-z-]+))?$/, 'setting', lazyLateScreen('settings')],
]

export function findRoute(path: string, query: URLSearchParams): Route | undefined {
  const [, org, rest] = /^\/o\/([^/]+)\/?(.*?)\/?$/.exec(path) ?? []
  if (!org) return undefined
  for (const [pattern, name, Screen] of ROUTES) {
    const found = pattern.exec(rest!)
    if (!found) continue
    const params: ScreenParams = { org, ...(name && found[1] && { [name]: found[1] }) }
    // My work in another layout is a list of tasks.
    return { params, Screen: rest === 'my' && query.has('view') ? LazyTasksScreen : Screen }
  }
  return undefined
}
