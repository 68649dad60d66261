import type { TaskDisplay } from '@svc/sdk'
import { displayParams, findPlace, hasDisplay } from './list-display.ts'
import { changePreferences } from '../../components/util/save-preferences.ts'

const readDisplay = (query: URLSearchParams): TaskDisplay =>
  Object.fromEntries(
    displayParams.flatMap(([param, name]) => {
      const value = query.get(param)
      return value ? [[name, param === 'columns' ? value.split(',') : value]] : []
    }),
  )

/** Saves how a list is shown; nothing for a saved view, which has a display of its own. */
export function rememberDisplay({ path, query }: { path: string; query: URLSearchParams }): void {
  const place = findPlace(path)
  if (place) changePreferences({ display: { [place]: hasDisplay(query) ? readDisplay(query) : null } })
}
