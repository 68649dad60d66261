import { useEffect, useState } from 'preact/hooks'

/** Returns false in the first render and true afterwards, to render less important content after the first paint. */
export function useAfterFirstRender(): boolean {
  const [later, setLater] = useState(false)
  useEffect(() => setLater(true), [])
  return later
}
