import type { Config } from '../config/config.ts'
import { escapedHtml } from '../text.ts'

/** Controls, line separators, other space, lone surrogates, and what turns the direction of other text. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu

/**
 * A text as it may stand in one line of a mail: without controls, line separators, characters that turn the direction of
 * others, and what a mail program would decode (RFC 2047). Joiners stay, since letters and emoji fall apart without them.
 */
export const inOneLine = (name: string, longest = 120): string => {
  const plain = name.replaceAll(unwanted, ' ').replaceAll('=?', '= ?').trim()
  return [...plain].slice(0, longest).join('')
}

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\p{Cf}_-]*[\p{L}\p{M}\p{N}])?`
/** The dots of host names (RFC 3490, section 3.1). */
const dot = '[.\u3002\uff0e\uff61]'
/** Addresses of web pages: with a scheme, with `www`, or a host name with a port, path or query behind it. */
const pageAddress = new RegExp(
  String.raw`[a-z][a-z0-9+.-]*:\p{Cf}*/\p{Cf}*/\S*|(?<![\p{L}\p{N}])www${dot}\S*|${label}(?:${dot}${label})+(?::\d+|[/?#])\S*`,
  'giu',
)
/** How many characters of a name are searched for addresses. */
const MAX_SEARCHED = 1000
/** The dots that have a mail program take a name for a host name. */
const hostDot = new RegExp(
  String.raw`(?<=[\p{L}\p{N}]\p{Cf}*)${dot}(?=\p{Cf}*\p{L}[\p{Cf}]*[\p{L}\p{N}-])`,
  'gu',
)

/**
 * A name in one line, in which no mail program finds the address of a web page: addresses are left out, and a name that
 * looks like a host has `·` in the place of its dots. Other text of strangers is nothing to follow a link in.
 */
export function withoutAddresses(name: string, longest = 120): string {
  // The search takes time by the square of the length.
  const beginning = name.slice(0, MAX_SEARCHED)
  const compatible = beginning.normalize('NFKC')
  const isDisguised = compatible.search(pageAddress) >= 0 && beginning.search(pageAddress) < 0
  const text = isDisguised ? compatible : beginning
  return inOneLine(text.replaceAll(pageAddress, ' ').replaceAll(hostDot, '·'), longest)
}

/** The line that says where to report misuse; none where no mail is set up. */
export const toReportLine = ({ mail }: Pick<Config, 'mail'>): string[] =>
  mail ? [`To report misuse of this service, write to ${mail.abuseContact ?? toAddress(mail.from)}.`] : []

const toAddress = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from

/** The headers by which one click in a mail program ends such mail (RFC 8058). */
export const toUnsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

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
