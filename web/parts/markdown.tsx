import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { taskAddress } from '../address.ts'
import { task as messages } from '../messages/task.ts'
import { bringSoon } from '../ui/late.ts'
import type { markdownNodes } from './markdown-nodes.ts'
import './markdown.css'

/** Markdown renderer, loaded with the first text; until then texts are shown as written. */
const renderer = signal<typeof markdownNodes | undefined>(undefined)
const useRenderer = () => {
  useEffect(() => {
    if (renderer.peek()) return undefined
    return bringSoon(
      () => import('./markdown-nodes.ts'),
      messages.unformatted,
      ({ markdownNodes }) => (renderer.value = markdownNodes),
    )
  }, [])
  return renderer.value
}

/** Text in Markdown, with the usernames of `mentions` highlighted. */
export function Markdown({ text, mentions }: { text: string; mentions?: readonly string[] | undefined }) {
  const render = useRenderer()
  const mentionKey = mentions?.join()
  const nodes = useMemo(
    () => render?.(text, { mentions: mentions ?? [], taskAddress }),
    [render, text, mentionKey],
  )
  return (
    <div class="markdown" dir="auto">
      {nodes ?? <p class="markdown-raw">{text}</p>}
    </div>
  )
}
