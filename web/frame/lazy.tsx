import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { connection } from '../api/reach.ts'
import { Failure } from '../ui/failure.tsx'
import { bring } from '../ui/late.ts'
import { holdKeys } from '../ui/opening.ts'
import { Skeleton } from '../ui/skeleton.tsx'

interface Choices {
  /** Shows nothing while it is loaded. */
  bare?: boolean
  /** What becomes of the news that it could not be loaded, where that must not stand alone. */
  lost?: (failure: ComponentChildren, problem: unknown) => ComponentChildren
}

/**
 * A component that is loaded when it is first shown. After that it is drawn at once. What could not be loaded is said in its
 * place, and it comes by itself when the server can be reached again.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { bare = false, lost = (failure) => failure }: Choices = {},
): ComponentType<Props> & { load: () => Promise<unknown> } {
  let loaded: ComponentType<Props> | undefined
  const once = async () => (loaded ??= await load())
  function Lazy(props: Props) {
    const [problem, setProblem] = useState<unknown>()
    const [isLoading, setLoading] = useState(loaded === undefined)
    const retry = () => {
      setProblem(undefined)
      setLoading(true)
    }
    // Runs before the next key press, which may be meant for the loaded layer.
    useLayoutEffect(() => {
      if (!isLoading) return
      const release = bare ? holdKeys() : () => {}
      const ended = (isThere: boolean) => {
        setLoading(false)
        release(isThere)
      }
      bring(once).then(
        () => ended(true),
        (error: unknown) => {
          setProblem(error)
          ended(false)
        },
      )
      return () => release(true)
    }, [isLoading])
    const isOnline = connection.value === 'online'
    useEffect(() => {
      if (problem && isOnline) retry()
    }, [isOnline])
    const Loaded = loaded
    if (Loaded) return <Loaded {...props} />
    if (problem) return lost(<Failure problem={problem} retry={retry} />, problem)
    return bare ? null : <Skeleton rows={12} height={36} />
  }
  return Object.assign(Lazy, { load: once })
}
