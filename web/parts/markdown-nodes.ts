import { characterEntitiesHtml4 } from 'character-entities-html4'
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, h, type ComponentChildren } from 'preact'
import { markdown as messages } from '../messages/markdown.ts'
import { splitMentions } from './mention-text.ts'

/** Longer texts are shown as they were written: nobody reads them formatted, and the parser would hold up the page. */
const longest = 200_000
/** How many marks of emphasis a paragraph may hold: what they cost grows with their square. */
const mostMarks = 1_000
/** How deep quotes and lists are drawn inside each other; what lies deeper is shown as it was written. */
const deepest = 16

const taskId = /\b(T[0-9A-HJKMNP-TV-Z]{16})\b/
/** Schemes that run scripts, embed a document, or access this device. */
const refused = 'javascript: data: vbscript: blob: file: filesystem: view-source: about:'.split(' ')
/** Relative addresses are judged against an origin that is nobody's. */
const nowhere = 'https://relative.invalid'

/**
 * Returns the target of a link: on the web, in the console, or in an app by its own scheme; undefined for links that must
 * not be opened. Uses the browser's URL parser, so that disguised script URLs are refused.
 */
export function safeHref(href: string): { href: string; outside: boolean } | undefined {
  if (!URL.canParse(href, nowhere)) return undefined
  const { protocol, origin } = new URL(href, nowhere)
  if (refused.includes(protocol)) return undefined
  // A link to another app must not leave an empty tab.
  return { href, outside: /^https?:$/.test(protocol) && origin !== nowhere }
}

/** HTML character references for Markdown syntax characters, which users write as an escape. */
const signs = Object.fromEntries(
  `apos ' ast * bsol \\ check ✓ colon : comma , dollar $ equals = excl ! grave \` hyphen ‐ lbrace { lbrack [ lowbar _ lpar (
   num # percnt % period . plus + quest ? rbrace } rbrack ] rpar ) semi ; sol / verbar | vert |`
    .split(/\s+(?=\w+ )/)
    .map((pair) => pair.split(' ') as [string, string]),
)
const named: Record<string, string> = { ...characterEntitiesHtml4, ...signs, Tab: '\t', NewLine: '\n' }

/** The characters that a text names by references, which the lexer leaves as they were written. */
const resolved = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(named, name) ? named[name]! : whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
  })

/** What a text may name beside what it says. */
export interface Names {
  /** Usernames that are shown as mentioned. */
  mentions: readonly string[]
  /** Where the id of a task leads. */
  taskAddress: (id: string) => string
}

interface Drawing extends Names {
  /** The level of the heading before, so that none is left out between two. */
  level: number
  inLink: boolean
  depth: number
}

/** What is said in plain words, with the ids of tasks as links and the people mentioned set off. */
function words(text: string, drawing: Drawing): ComponentChildren {
  if (drawing.inLink) return text
  return text
    .split(taskId)
    .map((part, i) =>
      i % 2 === 1
        ? h('a', { href: drawing.taskAddress(part), class: 'markdown-task' }, part)
        : withMentions(part, drawing.mentions),
    )
}

const withMentions = (text: string, mentions: readonly string[]): ComponentChildren =>
  splitMentions(text, mentions).map((part, i) =>
    i % 2 === 1 ? h('bdi', { class: 'markdown-mention' }, part) : part,
  )

function link(href: string, content: ComponentChildren, title?: string | null): ComponentChildren {
  const address = resolved(href)
  const safe = safeHref(address)
  // The URL of a refused link stays readable.
  if (!safe) return h('span', null, content, ' (', h('code', null, address), ')')
  const out = safe.outside && { target: '_blank', rel: 'noopener noreferrer' }
  return h('a', { href: safe.href, ...(title && { title: resolved(title) }), ...out }, content)
}

const all = (tokens: Token[] | undefined, drawing: Drawing): ComponentChildren =>
  tokens?.map((token) => node(token as MarkedToken, drawing))

const inside = (tokens: Token[], raw: string, drawing: Drawing): ComponentChildren =>
  drawing.depth >= deepest ? raw : all(tokens, { ...drawing, depth: drawing.depth + 1 })

function heading({ depth, tokens }: Tokens.Heading, drawing: Drawing): ComponentChildren {
  // oxlint-disable-next-line no-param-reassign -- The level of the heading before is what one drawing carries on.
  drawing.level = Math.min(depth + 2, drawing.level + 1, 6)
  return h(`h${drawing.level}`, { class: `markdown-h${depth}` }, all(tokens, drawing))
}

function list({ ordered, start, items }: Tokens.List, drawing: Drawing): ComponentChildren {
  const rows = items.map((item) =>
    h('li', item.task ? { class: 'markdown-tick' } : null, inside(item.tokens, item.raw, drawing)),
  )
  return ordered ? h('ol', { start: start === '' ? 1 : start }, rows) : h('ul', null, rows)
}

function table({ header, rows }: Tokens.Table, drawing: Drawing): ComponentChildren {
  const cells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
    h(
      'tr',
      null,
      row.map(({ tokens, align }) =>
        h(tag, align ? { class: `markdown-${align}` } : null, all(tokens, drawing)),
      ),
    )
  const body = h(
    'tbody',
    null,
    rows.map((row) => cells(row, 'td')),
  )
  return h(
    'div',
    { class: 'markdown-table', tabIndex: 0 },
    h('table', null, h('thead', null, cells(header, 'th')), body),
  )
}

const isBreak = (raw: string): boolean => /^<br\s*\/?>$/i.test(raw.trim())

/** Renderers by token type. Raw HTML except `<br>` is text; images are links, so that nothing loads unrequested. */
const drawn: { [Type in MarkedToken['type']]?: (token: never, drawing: Drawing) => ComponentChildren } = {
  blockquote: ({ tokens, raw }: Tokens.Blockquote, d) => h('blockquote', null, inside(tokens, raw, d)),
  br: () => h('br', null),
  checkbox: ({ checked }: Tokens.Checkbox) => tick(checked),
  code: ({ text }: Tokens.Code) => h('pre', null, h('code', null, text)),
  codespan: ({ text }: Tokens.Codespan) => h('code', null, text),
  def: () => null,
  del: ({ tokens }: Tokens.Del, d) => h('del', null, all(tokens, d)),
  em: ({ tokens }: Tokens.Em, d) => h('em', null, all(tokens, d)),
  escape: ({ text }: Tokens.Escape) => text,
  heading,
  hr: () => h('hr', null),
  html: ({ raw, block }: Tokens.HTML) =>
    isBreak(raw) ? h('br', null) : block ? h('p', { class: 'markdown-raw' }, raw.trimEnd()) : raw,
  image: ({ href, text, title }: Tokens.Image) => link(href, resolved(text) || messages.picture, title),
  link: ({ href, tokens, title }: Tokens.Link, d) => link(href, all(tokens, { ...d, inLink: true }), title),
  list,
  paragraph: ({ tokens }: Tokens.Paragraph, d) => h('p', null, all(tokens, d)),
  space: () => null,
  strong: ({ tokens }: Tokens.Strong, d) => h('strong', null, all(tokens, d)),
  table,
  text: ({ tokens, text }: Tokens.Text, d) => (tokens ? all(tokens, d) : words(resolved(text), d)),
}

const tick = (checked: boolean): ComponentChildren =>
  h(
    'span',
    { role: 'img', 'aria-label': checked ? messages.ticked : messages.unticked, class: 'markdown-box' },
    checked ? '☑' : '☐',
  )

const node = (token: MarkedToken, drawing: Drawing): ComponentChildren => {
  const draw = drawn[token.type] as ((token: MarkedToken, drawing: Drawing) => ComponentChildren) | undefined
  return draw ? draw(token, drawing) : token.raw
}

const isReadable = (text: string): boolean =>
  text.length <= longest &&
  text.split(/\n\s*\n/).every((paragraph) => paragraph.split(/[*_~]/, mostMarks + 2).length <= mostMarks + 1)

/**
 * A text in Markdown as elements of ours: never as HTML, so that nothing in it can run, load or post anything. What can't be
 * parsed is shown as it was written.
 */
export function markdownNodes(text: string, { mentions, taskAddress }: Names): ComponentChildren {
  if (!isReadable(text)) return h('p', { class: 'markdown-raw' }, text)
  try {
    const tokens = new Lexer({ gfm: true, breaks: true }).lex(text)
    return h(Fragment, null, all(tokens, { mentions, taskAddress, level: 2, inLink: false, depth: 0 }))
  } catch {
    return h('p', { class: 'markdown-raw' }, text)
  }
}
