import type { Config } from '../config/config.ts'
import { escapedHtml } from '../text.ts'

/** Matches controls, line separators, other white space, lone surrogates and direction marks. */
const unwanted = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu

/**
 * Returns a text for one line of an email, without controls, line separators, direction marks and encoded words (RFC
 * 2047). Joiners stay, since letters and emoji fall apart without them.
 */
export const inOneLine = (name: string, longest = 120): string => {
  const plain = name.replaceAll(unwanted, ' ').replaceAll('=?', '= ?').trim()
  return [...plain].slice(0, longest).join('')
}

const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\p{Cf}_-]*[\p{L}\p{M}\p{N}])?`
/** Dots of host names (RFC 3490, section 3.1). */
const dot = '[.\u3002\uff0e\uff61]'
/** Matches URLs: with a scheme, with `www`, or a host name followed by a port, path or query. */
const pageAddress = new RegExp(
  String.raw`[a-z][a-z0-9+.-]*:\p{Cf}*/\p{Cf}*/\S*|(?<![\p{L}\p{N}])www${dot}\S*|${label}(?:${dot}${label})+(?::\d+|[/?#])\S*`,
  'giu',
)
/** Maximum number of characters of a name that are searched for URLs. */
const MAX_SEARCHED = 1000
/** Matches the dots by which an email client recognizes a host name. */
const hostDot = new RegExp(
  String.raw`(?<=[\p{L}\p{N}]\p{Cf}*)${dot}(?=\p{Cf}*\p{L}[\p{Cf}]*[\p{L}\p{N}-])`,
  'gu',
)

/**
 * Returns a name in one line that no email client turns into a link: removes URLs, and replaces the dots of host names by
 * `·`, since strangers choose the name.
 */
export function withoutAddresses(name: string, longest = 120): string {
  // The search takes quadratic time.
  const beginning = name.slice(0, MAX_SEARCHED)
  const compatible = beginning.normalize('NFKC')
  const isDisguised = compatible.search(pageAddress) >= 0 && beginning.search(pageAddress) < 0
  const text = isDisguised ? compatible : beginning
  return inOneLine(text.replaceAll(pageAddress, ' ').replaceAll(hostDot, '·'), longest)
}

/** Returns the line with the contact for reports of misuse; none if email is not configured. */
export const toReportLine = ({ mail }: Pick<Config, 'mail'>): string[] =>
  mail ? [`To report misuse of this service, write to ${mail.abuseContact ?? toAddress(mail.from)}.`] : []

const toAddress = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from

/** Builds the headers for one-click unsubscribe (RFC 8058). */
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
