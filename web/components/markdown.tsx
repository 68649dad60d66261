import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { buildTaskUrl } from '../location.ts'
import { taskTexts as messages } from '../messages/task.ts'
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

export function Markdown({ text, mentions }: { text: string; mentions?: readonly string[] | undefined }) {
  const render = useRenderer()
  const mentionKey = mentions?.join()
  const nodes = useMemo(
    () => render?.(text, { mentions: mentions ?? [], getTaskUrl: buildTaskUrl }),
    [render, text, mentionKey],
  )
  return (
    <div class="markdown" dir="auto">
      {nodes ?? <p class="markdown-raw">{text}</p>}
    </div>
  )
}
