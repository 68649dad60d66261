import { navigate, setArrivalHandler } from '../../location.ts'
import { displayParams, findPlace, hasDisplay } from './list-display.ts'
import { readPreferences } from '../../components/util/stored-preferences.ts'

/** Adds the user's display of a list to a URL that has none. */
function addDisplay({ pathname, searchParams }: URL): void {
  const place = findPlace(pathname)
  const display = place && !hasDisplay(searchParams) && readPreferences().display?.[place]
  if (display)
    for (const [param, name] of displayParams) if (display[name]) searchParams.set(param, String(display[name]))
}

let arrival: { from: string; to: string } | undefined

/** Adds the display to the URL that was opened; again when the server has another one and the URL is still the same. */
function restoreDisplay(): void {
  const from = arrival?.to === location.href ? arrival.from : location.href
  const url = new URL(from)
  addDisplay(url)
  navigate(url.href, { replace: true })
  arrival = { from, to: location.href }
}

// Runs when the part for lists is loaded, before a list is first shown.
setArrivalHandler(addDisplay, restoreDisplay)
restoreDisplay()
