import { effect } from '@preact/signals'
import type { TaskDisplay } from '@svc/sdk'
import { currentLocation } from '../../location.ts'
import { displayParams, findPlace, hasDisplay } from '../../components/util/list-display.ts'
import { changePreferences } from '../../components/util/save-preferences.ts'

const readDisplay = (query: URLSearchParams): TaskDisplay =>
  Object.fromEntries(
    displayParams.flatMap(([param, name]) => {
      const value = query.get(param)
      return value ? [[name, param === 'columns' ? value.split(',') : value]] : []
    }),
  )

let shown: { path: string; text: string } | undefined

/** Saves the display of a list when it changes while the list is open. */
effect(() => {
  const { path, query } = currentLocation.value
  const place = findPlace(path)
  const display = readDisplay(query)
  const text = JSON.stringify(display)
  if (place && shown?.path === path && shown.text !== text)
    changePreferences({ display: { [place]: hasDisplay(query) ? display : null } })
  shown = { path, text }
})
