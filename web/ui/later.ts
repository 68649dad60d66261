import { useEffect, useState } from 'preact/hooks'

/** False while something is first drawn, and true from the next frame on: for what can wait until the rest is painted. */
export function useLater(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => setLater(true), [])
  return later
}
