import { escapedHtml } from '../text.ts'

/**
 * A name as it may stand in a subject: one line, without characters that are unseen or turn the direction of others, and
 * without what a mail program would decode (RFC 2047).
 */
export const inOneLine = (name: string, longest = 120): string => {
  const plain = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
  return [...plain].slice(0, longest).join('')
}

/** A place to go to. Without words of its own it shows the address; the text shows the address in any case. */
export interface Link {
  to: string
  says?: string
}

/** What stands in a line, from left to right. */
export type Line = string | (string | Link)[]

/** A paragraph, a heading with a list under it, or something small at the end. */
export type Block = Line | { heading: string; items: Line[] } | { small: Line[] }

const plain = (part: string | Link): string => {
  if (typeof part === 'string') return part
  return part.says === undefined ? part.to : `${part.says}: ${part.to}`
}
const marked = (part: string | Link): string =>
  typeof part === 'string'
    ? escapedHtml(part)
    : `<a href="${escapedHtml(part.to)}">${escapedHtml(part.says ?? part.to)}</a>`

const lineOf = (line: Line, written: (part: string | Link) => string): string =>
  [line].flat().map(written).join('')

function textOf(block: Block): string {
  if (typeof block === 'string' || Array.isArray(block)) return lineOf(block, plain)
  if ('small' in block) return block.small.map((line) => lineOf(line, plain)).join('\n')
  return [block.heading, ...block.items.map((item) => `- ${lineOf(item, plain)}`)].join('\n')
}

function htmlOf(block: Block): string {
  if (typeof block === 'string' || Array.isArray(block)) return `<p>${lineOf(block, marked)}</p>`
  if ('small' in block)
    return `<p class="small">${block.small.map((line) => lineOf(line, marked)).join('<br>\n')}</p>`
  const items = block.items.map((item) => `<li>${lineOf(item, marked)}</li>\n`)
  return `<h2>${escapedHtml(block.heading)}</h2>\n<ul>\n${items.join('')}</ul>`
}

/** No colours: mail programs know best which suit the light and the dark look that their reader has chosen. */
const style = `:root { color-scheme: light dark; supported-color-schemes: light dark }
body { max-width: 36rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
p { margin: .75rem 0 } h2 { font-size: 1rem; margin: 1.5rem 0 .25rem } ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .25rem 0 } .small { font-size: .875rem; margin-top: 1.5rem }`

/**
 * The two bodies of a mail, as a text and as HTML in which everything is escaped. Both say the same. The HTML has no
 * picture and fetches nothing, so nobody is told that it was opened.
 */
export function bodiesOf(blocks: readonly Block[]): { text: string; html: string } {
  return {
    text: `${blocks.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${style}</style></head>
<body>
${blocks.map(htmlOf).join('\n')}
</body>
</html>
`,
  }
}
