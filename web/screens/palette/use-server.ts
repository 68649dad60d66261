import type { Task } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createClient } from '../../api/client.ts'
import { data } from '../../data/current.ts'

/** How long nothing is typed before the server is asked. */
const pause = 120

/** What the server finds for what is typed; the answer to an older text is dropped. */
export function useServerSearch(text: string, limit: number): { rows: readonly Task[]; busy: boolean } {
  const [found, setFound] = useState<{ text: string; rows: readonly Task[] }>({ text: '', rows: [] })
  const wanted = text.trim()
  useEffect(() => {
    if (wanted.length < 2) return setFound({ text: wanted, rows: [] })
    const aborter = new AbortController()
    const ask = async () => {
      const { data: rows } = await createClient(data().org).tasks.list(
        { filter: { search: wanted }, limit },
        { signal: aborter.signal },
      )
      setFound({ text: wanted, rows: rows.filter((row): row is Task & typeof row => 'title' in row) })
    }
    const timer = setTimeout(() => ask().catch(() => undefined), pause)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [wanted])
  return { rows: found.text === wanted ? found.rows : [], busy: found.text !== wanted }
}
