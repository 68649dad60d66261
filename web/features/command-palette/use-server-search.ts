import type { Task } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'

const DEBOUNCE_MS = 120

export function useServerSearch(text: string, limit: number): { rows: readonly Task[]; busy: boolean } {
  const [result, setResult] = useState<{ text: string; rows: readonly Task[] }>({ text: '', rows: [] })
  const query = text.trim()
  useEffect(() => {
    if (query.length < 2) return setResult({ text: query, rows: [] })
    const controller = new AbortController()
    const search = async () => {
      const { data: rows } = await createApiClient(getStore().org).tasks.list(
        { filter: { search: query }, limit },
        { signal: controller.signal },
      )
      setResult({ text: query, rows: rows.filter((row): row is Task & typeof row => 'title' in row) })
    }
    const timer = setTimeout(() => search().catch(() => undefined), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])
  return { rows: result.text === query ? result.rows : [], busy: result.text !== query }
}
