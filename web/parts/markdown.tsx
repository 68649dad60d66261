import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { taskAddress } from '../address.ts'
import type { markdownNodes } from './markdown-nodes.ts'
import './markdown.css'

/** The parser, which comes when the first text asks for it; until then texts are shown as they were written. */
const parser = signal<typeof markdownNodes | undefined>(undefined)
let coming: Promise<void> | undefined

function load(): void {
  coming ??= import('./markdown-nodes.ts').then(
    (module) => void (parser.value = module.markdownNodes),
    () => void (coming = undefined),
  )
}

/** A text in Markdown. People in `mentions` are set off where the text names them. */
export function Markdown({ text, mentions }: { text: string; mentions?: readonly string[] | undefined }) {
  load()
  const parse = parser.value
  const named = mentions?.join()
  const nodes = useMemo(() => parse?.(text, { mentions: mentions ?? [], taskAddress }), [parse, text, named])
  return (
    <div class="markdown" dir="auto">
      {nodes ?? <p class="markdown-raw">{text}</p>}
    </div>
  )
}
