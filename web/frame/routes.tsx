import type { ComponentType } from 'preact'
import { lazy } from './lazy.tsx'

/** What a screen is told: the ids of its address. */
export interface Place {
  org: string
  project?: string
  team?: string
  view?: string
  setting?: string
}

const files = import.meta.glob<Record<string, ComponentType<never>>>([
  '../screens/*/*-screen.tsx',
  '../screens/task/task-panel.tsx',
])

/** A screen by its file and name, loaded when it is first gone to. */
const screen = <Props extends object>(file: string, name: string) =>
  lazy<Props>(async () => (await files[`../screens/${file}.tsx`]!())[name] as ComponentType<Props>)

const TasksScreen = screen<Place>('tasks/tasks-screen', 'TasksScreen')
const BoardScreen = screen<Place>('board/board-screen', 'BoardScreen')
const MyWorkScreen = screen<Place>('my-work/my-work-screen', 'MyWorkScreen')
const InboxScreen = screen<Place>('inbox/inbox-screen', 'InboxScreen')
const SearchScreen = screen<Place>('search/search-screen', 'SearchScreen')
const SettingsScreen = screen<Place>('settings/settings-screen', 'SettingsScreen')
export const TaskPanel = screen<{ taskId: string }>('task/task-panel', 'TaskPanel')

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

/** Loads what is likely to be shown next, once nothing else is to be done. */
export function loadAhead(): void {
  const load = () => void Promise.allSettled([TasksScreen.load(), TaskPanel.load(), BoardScreen.load()])
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 4000 })
  else setTimeout(load, 1500)
}
