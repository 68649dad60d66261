import type { TaskDisplay } from '@svc/sdk'
import { setArrivalHandler } from '../../location.ts'
import { readPreferences } from '../../components/util/stored-preferences.ts'

/** Parameters of the display in the URL of a list, with their names in the API. */
export const displayParams = [
  ['view', 'layout'],
  ['scale', 'scale'],
  ['group', 'group_by'],
  ['lanes', 'lanes'],
  ['sort', 'sort'],
  ['columns', 'columns'],
] as const

/** Returns the key of a list of tasks in the preferences; undefined for other pages. */
export function findPlace(path: string): string | undefined {
  const [, org, kind, id] = /^\/o\/([^/]+)\/(?:tasks|(p|team)\/([^/]+))$/.exec(path) ?? []
  return kind ? (kind === 'p' ? 'project:' : 'team:') + id : org && `tasks:${org}`
}

/** Returns the display in the parameters of a URL; null if they choose none. */
export function readDisplay(query: URLSearchParams): TaskDisplay | null {
  const chosen = displayParams.flatMap(([param, name]) => {
    const value = query.get(param)
    return value ? [[name, name === 'columns' ? value.split(',') : value]] : []
  })
  return chosen.length > 0 ? (Object.fromEntries(chosen) as TaskDisplay) : null
}

/** Adds the user's display of a list to a URL that has none. Also runs when the part for lists is loaded. */
setArrivalHandler(({ pathname, searchParams }) => {
  const display = readPreferences().display?.[findPlace(pathname)!]
  if (display && !displayParams.some(([param]) => searchParams.has(param)))
    for (const [param, name] of displayParams) if (display[name]) searchParams.set(param, String(display[name]))
})
