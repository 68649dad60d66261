import { signal } from '@preact/signals'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { createApiClient } from '../api/client.ts'
import { buildTaskUrl } from '../location.ts'
import { markdownTexts as messages } from '../messages/markdown.ts'
import { getStore } from '../store/current-store.ts'
import { findKeys } from './find-keys.ts'
import { loadOptionalChunk } from './util/load-chunk.ts'
import type { renderMarkdown } from './render-markdown.ts'
import './markdown.css'

/** Markdown renderer, loaded with the first text; until then texts are shown as written. */
const renderer = signal<typeof renderMarkdown | undefined>(undefined)
const useRenderer = () => {
  useEffect(() => {
    if (renderer.peek()) return undefined
    return loadOptionalChunk(
      () => import('./render-markdown.ts'),
      messages.unformatted,
      ({ renderMarkdown }) => (renderer.value = renderMarkdown),
    )
  }, [])
  return renderer.value
}

const noUrls: ReadonlyMap<string, string> = new Map()

/** Finds the tasks of the keys in a text that the user can read, by one request. */
function useKeyUrls(text: string): ReadonlyMap<string, string> {
  const keys = findKeys(text).join()
  const [urls, setUrls] = useState(noUrls)
  useEffect(() => {
    setUrls(noUrls)
    if (!keys) return undefined
    const controller = new AbortController()
    findKeyUrls(keys.split(','), controller.signal).then(setUrls, () => undefined)
    return () => controller.abort()
  }, [keys])
  return urls
}

async function findKeyUrls(keys: string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { org } = getStore()
  const { data } = await createApiClient(org).tasks.list(
    { filter: { key: keys }, limit: 100, fields: ['key'] },
    { signal },
  )
  const ids = new Map(data.map(({ key, task_id }) => [key, task_id]))
  // With a row for each key, all are readable, former keys too.
  const isComplete = ids.size === keys.length
  return new Map(
    keys.flatMap((key) => {
      const id = ids.get(key)
      return id ? [[key, buildTaskUrl(id)]] : isComplete ? [[key, `/o/${org}/t/${key}`]] : []
    }),
  )
}

interface MarkdownProps {
  text: string
  mentions?: readonly string[] | undefined
  /** Receives the text with a ticked or unticked check box. */
  onTick?: ((text: string) => void) | undefined
}

export function Markdown({ text, mentions, onTick }: MarkdownProps) {
  const render = useRenderer()
  const mentionKey = mentions?.join()
  const keyUrls = useKeyUrls(text)
  const nodes = useMemo(
    () => render?.(text, { mentions: mentions ?? [], getTaskUrl: buildTaskUrl, keyUrls, onTick }),
    [render, text, mentionKey, keyUrls, onTick],
  )
  return (
    <div class="markdown" dir="auto">
      {nodes ?? <p class="markdown-raw">{text}</p>}
    </div>
  )
}
