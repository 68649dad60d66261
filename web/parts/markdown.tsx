import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { taskAddress } from '../address.ts'
import { task as messages } from '../messages/task.ts'
import { bringSoon } from '../ui/late.ts'
import type { markdownNodes } from './markdown-nodes.ts'
import './markdown.css'

/** The parser, which comes when the first text asks for it; until then texts are shown as they were written. */
const parser = signal<typeof markdownNodes | undefined>(undefined)
/** Each text that is opened asks for it; the browser loads it once. */
const useParser = () => {
  useEffect(() => {
    if (parser.peek()) return undefined
    return bringSoon(
      () => import('./markdown-nodes.ts'),
      messages.unformatted,
      ({ markdownNodes }) => (parser.value = markdownNodes),
    )
  }, [])
  return parser.value
}

/** A text in Markdown. People in `mentions` are set off where the text names them. */
export function Markdown({ text, mentions }: { text: string; mentions?: readonly string[] | undefined }) {
  const parse = useParser()
  const named = mentions?.join()
  const nodes = useMemo(() => parse?.(text, { mentions: mentions ?? [], taskAddress }), [parse, text, named])
  return (
    <div class="markdown" dir="auto">
      {nodes ?? <p class="markdown-raw">{text}</p>}
    </div>
  )
}
