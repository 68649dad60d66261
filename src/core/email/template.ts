import type { Config } from '../config/config.ts'
import { defineMessages } from '../messages/define-messages.ts'
import { getLanguage } from '../messages/language.ts'
import { escapeHtml } from '../text.ts'

/** Matches controls, line separators, other white space, lone surrogates and direction marks. */
const UNWANTED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu

/** Returns one line without controls, direction marks and encoded words (RFC 2047). Emoji need the joiners. */
export const toSingleLine = (name: string, maxLength = 120): string => {
  const plain = name.replaceAll(UNWANTED, ' ').replaceAll('=?', '= ?').trim()
  return [...plain].slice(0, maxLength).join('')
}

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\p{Cf}_-]*[\p{L}\p{M}\p{N}])?`
const DOT = '[.\u3002\uff0e\uff61]'
const URL_PATTERN = new RegExp(
  String.raw`[a-z][a-z0-9+.-]*:\p{Cf}*/\p{Cf}*/\S*|(?<![\p{L}\p{N}])www${DOT}\S*|${LABEL}(?:${DOT}${LABEL})+(?::\d+|[/?#])\S*`,
  'giu',
)
const MAX_SEARCHED = 1000
const MAX_NAME_LENGTH = 120
const HOST_DOT = new RegExp(String.raw`(?<=[\p{L}\p{N}]\p{Cf}*)${DOT}(?=\p{Cf}*\p{L}[\p{Cf}]*[\p{L}\p{N}-])`, 'gu')

/** Returns a name in which no email client finds a link, since strangers choose the name. */
export function removeUrls(name: string): string {
  // The search takes quadratic time.
  const beginning = name.slice(0, MAX_SEARCHED)
  const compatible = beginning.normalize('NFKC')
  const isDisguised = compatible.search(URL_PATTERN) >= 0 && beginning.search(URL_PATTERN) < 0
  const text = isDisguised ? compatible : beginning
  return toSingleLine(text.replaceAll(URL_PATTERN, ' ').replaceAll(HOST_DOT, '·'), MAX_NAME_LENGTH)
}

const emailTexts = defineMessages('emailTexts', {
  en: { report: (contact: string) => `To report misuse of this service, write to ${contact}.` },
  de: { report: (contact) => `Missbrauch dieses Dienstes kannst du an ${contact} melden.` },
  es: { report: (contact) => `Para denunciar un uso indebido de este servicio, escribe a ${contact}.` },
  fr: { report: (contact) => `Pour signaler un abus de ce service, écrivez à ${contact}.` },
})

export const toReportLine = ({ mail }: Pick<Config, 'mail'>): string[] =>
  mail ? [emailTexts.report(mail.abuseContact ?? toAddress(mail.from))] : []

const toAddress = (from: string): string => /<([^<>]*)>$/.exec(from)?.[1] ?? from

/** Builds the headers for one-click unsubscribe (RFC 8058). */
export const toUnsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Link. Without a label it shows its URL, which the text version always shows. */
interface EmailLink {
  url: string
  label?: string
}

export type EmailLine = string | (string | EmailLink)[]

export type EmailBlock = EmailLine | { heading: string; items: EmailLine[] } | { small: EmailLine[] }

const linkToText = (part: string | EmailLink): string => {
  if (typeof part === 'string') return part
  return part.label === undefined ? part.url : `${part.label}: ${part.url}`
}
const linkToHtml = (part: string | EmailLink): string =>
  typeof part === 'string'
    ? escapeHtml(part)
    : `<a href="${escapeHtml(part.url)}">${escapeHtml(part.label ?? part.url)}</a>`

const renderLine = (line: EmailLine, renderPart: (part: string | EmailLink) => string): string =>
  [line].flat().map(renderPart).join('')

function renderText(block: EmailBlock): string {
  if (typeof block === 'string' || Array.isArray(block)) return renderLine(block, linkToText)
  if ('small' in block) return block.small.map((line) => renderLine(line, linkToText)).join('\n')
  return [block.heading, ...block.items.map((item) => `- ${renderLine(item, linkToText)}`)].join('\n')
}

function renderHtml(block: EmailBlock): string {
  if (typeof block === 'string' || Array.isArray(block)) return `<p>${renderLine(block, linkToHtml)}</p>`
  if ('small' in block)
    return `<p class="small">${block.small.map((line) => renderLine(line, linkToHtml)).join('<br>\n')}</p>`
  const items = block.items.map((item) => `<li>${renderLine(item, linkToHtml)}</li>\n`)
  return `<h2>${escapeHtml(block.heading)}</h2>\n<ul>\n${items.join('')}</ul>`
}

/** Sets no colors: email clients adapt to light and dark mode. */
const STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark }
body { max-width: 36rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
p { margin: .75rem 0 } h2 { font-size: 1rem; margin: 1.5rem 0 .25rem } ul { margin: .25rem 0; padding-left: 1.25rem }
li { margin: .25rem 0 } .small { font-size: .875rem; margin-top: 1.5rem }`

/** Renders blocks as text and as escaped HTML. The HTML loads nothing, so opening it cannot be tracked. */
export function renderEmail(blocks: readonly EmailBlock[]): { text: string; html: string } {
  return {
    text: `${blocks.map(renderText).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${getLanguage()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${STYLE}</style></head>
<body>
${blocks.map(renderHtml).join('\n')}
</body>
</html>
`,
  }
}
