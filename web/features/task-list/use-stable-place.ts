import { useEffect } from 'preact/hooks'
import type { KeepPlaceOptions } from './keep-place.ts'

/** Keeps the row in use in its place, by code that is loaded apart; without it, rows shift. */
export function useStablePlace(options: KeepPlaceOptions): void {
  useEffect(() => {
    let [end, isGone] = [() => {}, false]
    import('./keep-place.ts').then(
      ({ keepPlace }) => void (isGone || (end = keepPlace(options))),
      () => undefined,
    )
    return () => {
      isGone = true
      end()
    }
  }, [])
}
