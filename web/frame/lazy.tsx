import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { frameTexts } from '../messages/frame.ts'
import { Empty } from '../ui/empty.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/**
 * A component that is loaded when it is first shown. After that it is drawn at once. When its file is gone, since the server
 * has a newer page meanwhile, it offers to load that.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { bare = false }: { bare?: boolean } = {},
): ComponentType<Props> & { load: () => Promise<unknown> } {
  let loaded: ComponentType<Props> | undefined
  const once = async () => (loaded ??= await load())
  function Lazy(props: Props) {
    const [state, setState] = useState<'loading' | 'ready' | 'failed'>(loaded ? 'ready' : 'loading')
    useEffect(() => {
      if (state === 'loading')
        once().then(
          () => setState('ready'),
          () => setState('failed'),
        )
    }, [state])
    const Loaded = loaded
    if (Loaded) return <Loaded {...props} />
    if (state === 'failed')
      return (
        <Empty
          text={frameTexts.lostPart}
          action={{ label: frameTexts.reload, run: () => location.reload() }}
        />
      )
    return bare ? null : <Skeleton rows={12} height={36} />
  }
  return Object.assign(Lazy, { load: once })
}
