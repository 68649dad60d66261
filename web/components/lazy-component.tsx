import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { connection } from '../api/connection.ts'
import { ErrorMessage } from './error-message.tsx'
import { loadChunk } from './util/load-chunk.ts'
import { blockKeys } from './util/block-keys.ts'
import { Skeleton } from './skeleton.tsx'

interface LazyOptions {
  /** Renders nothing while loading. */
  bare?: boolean
  /** Renders the failure where it must not be shown alone. */
  lost?: (failure: ComponentChildren, problem: unknown) => ComponentChildren
}

/** Loads a component when it is first rendered. Retries a failure when the connection is back. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { bare = false, lost = (failure) => failure }: LazyOptions = {},
): ComponentType<Props> & { load: () => Promise<unknown> } {
  let loaded: ComponentType<Props> | undefined
  const loadOnce = async () => (loaded ??= await load())
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
      const release = bare ? blockKeys() : () => {}
      const finish = (isThere: boolean) => {
        setLoading(false)
        release(isThere)
      }
      loadChunk(loadOnce).then(
        () => finish(true),
        (error: unknown) => {
          setProblem(error)
          finish(false)
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
    if (problem) return lost(<ErrorMessage problem={problem} retry={retry} />, problem)
    return bare ? null : <Skeleton rows={12} height={36} />
  }
  return Object.assign(Lazy, { load: loadOnce })
}
