import { characterEntitiesHtml4 } from 'character-entities-html4'
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, h, type ComponentChildren } from 'preact'
import { markdownTexts as messages } from '../messages/markdown.ts'
import { splitKeys } from './find-keys.ts'
import { splitMentions } from './find-mentions.ts'
import { toggleTick } from './toggle-tick.ts'

/** Maximum length of formatted texts; longer ones would block the page and are shown as written. */
const MAX_LENGTH = 200_000
/** Maximum number of emphasis marks in a paragraph, whose parsing time is quadratic. */
const MAX_MARKS = 1_000
const MAX_DEPTH = 16

const taskId = /\b(T[0-9A-HJKMNP-TV-Z]{16})\b/
const blockedSchemes = 'javascript: data: vbscript: blob: file: filesystem: view-source: about:'.split(' ')
/** Base of relative links, which no other link has. */
const baseUrl = 'https://relative.invalid'

/** Returns a link's target, undefined if unsafe. The browser's URL parser unmasks disguised script URLs. */
export function toSafeHref(href: string): { href: string; outside: boolean } | undefined {
  if (!URL.canParse(href, baseUrl)) return undefined
  const { protocol, origin } = new URL(href, baseUrl)
  if (blockedSchemes.includes(protocol)) return undefined
  // A link to another app must not leave an empty tab.
  return { href, outside: /^https?:$/.test(protocol) && origin !== baseUrl }
}

const syntaxEntities = Object.fromEntries(
  `apos ' ast * bsol \\ check ✓ colon : comma , dollar $ equals = excl ! grave \` hyphen ‐ lbrace { lbrack [ lowbar _ lpar (
   num # percnt % period . plus + quest ? rbrace } rbrack ] rpar ) semi ; sol / verbar | vert |`
    .split(/\s+(?=\w+ )/)
    .map((pair) => pair.split(' ') as [string, string]),
)
const entities: Record<string, string> = {
  ...characterEntitiesHtml4,
  ...syntaxEntities,
  Tab: '\t',
  NewLine: '\n',
}

/** Resolves HTML character references, which the lexer leaves as written. */
const resolveEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return Object.hasOwn(entities, name) ? entities[name]! : whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
  })

export interface MarkdownContext {
  mentions: readonly string[]
  getTaskUrl: (id: string) => string
  /** URLs of readable tasks by the keys in the text. */
  keyUrls: ReadonlyMap<string, string>
  /** Receives the text with a check box in its other state. Without it, check boxes can’t be changed. */
  onTick?: ((text: string) => void) | undefined
}

interface RenderState extends MarkdownContext {
  /** Level of the previous heading, so that no level is skipped. */
  level: number
  inLink: boolean
  depth: number
  text: string
  /** Number of check boxes rendered so far. */
  ticks: { count: number }
  /** Text of the current list item, which names its check box. */
  item?: string
}

function renderText(text: string, state: RenderState): ComponentChildren {
  if (state.inLink) return text
  return text
    .split(taskId)
    .map((part, i) =>
      i % 2 === 1 ? h('a', { href: state.getTaskUrl(part), class: 'markdown-task' }, part) : renderKeys(part, state),
    )
}

const renderKeys = (text: string, { keyUrls, mentions }: RenderState): ComponentChildren =>
  splitKeys(text).map((part, i) => {
    const href = i % 2 === 1 ? keyUrls.get(part) : undefined
    return href === undefined ? renderMentions(part, mentions) : h('a', { href, class: 'markdown-task' }, part)
  })

const renderMentions = (text: string, mentions: readonly string[]): ComponentChildren =>
  splitMentions(text, mentions).map((part, i) => (i % 2 === 1 ? h('bdi', { class: 'markdown-mention' }, part) : part))

function renderLink(href: string, content: ComponentChildren, title?: string | null): ComponentChildren {
  const url = resolveEntities(href)
  const safe = toSafeHref(url)
  // The URL of a refused link stays readable.
  if (!safe) return h('span', null, content, ' (', h('code', null, url), ')')
  const external = safe.outside && { target: '_blank', rel: 'noopener noreferrer' }
  return h('a', { href: safe.href, ...(title && { title: resolveEntities(title) }), ...external }, content)
}

const renderTokens = (tokens: Token[] | undefined, state: RenderState): ComponentChildren =>
  tokens?.map((token) => renderToken(token as MarkedToken, state))

const renderNested = (tokens: Token[], raw: string, state: RenderState): ComponentChildren =>
  state.depth >= MAX_DEPTH ? raw : renderTokens(tokens, { ...state, depth: state.depth + 1 })

function renderHeading({ depth, tokens }: Tokens.Heading, state: RenderState): ComponentChildren {
  // oxlint-disable-next-line no-param-reassign -- The level of the previous heading is state of one rendering.
  state.level = Math.min(depth + 2, state.level + 1, 6)
  return h(`h${state.level}`, { class: `markdown-h${depth}` }, renderTokens(tokens, state))
}

function renderList({ ordered, start, items }: Tokens.List, state: RenderState): ComponentChildren {
  const rows = items.map((item) =>
    h(
      'li',
      item.task ? { class: 'markdown-tick' } : null,
      renderNested(item.tokens, item.raw, { ...state, item: item.text.split('\n', 1)[0]! }),
    ),
  )
  return ordered ? h('ol', { start: start === '' ? 1 : start }, rows) : h('ul', null, rows)
}

function renderTable({ header, rows }: Tokens.Table, state: RenderState): ComponentChildren {
  const renderCells = (row: Tokens.TableCell[], tag: 'th' | 'td') =>
    h(
      'tr',
      null,
      row.map(({ tokens, align }) =>
        h(tag, align ? { class: `markdown-${align}` } : null, renderTokens(tokens, state)),
      ),
    )
  const body = h(
    'tbody',
    null,
    rows.map((row) => renderCells(row, 'td')),
  )
  return h(
    'div',
    { class: 'markdown-table', tabIndex: 0 },
    h('table', null, h('thead', null, renderCells(header, 'th')), body),
  )
}

const isBreak = (raw: string): boolean => /^<br\s*\/?>$/i.test(raw.trim())

type Render = (token: never, state: RenderState) => ComponentChildren
type Renderers = { [Type in MarkedToken['type']]?: Render }

/** Renderers by token type. Raw HTML except `<br>` is text; images are links, so that nothing loads unrequested. */
const renderers: Renderers = {
  blockquote: ({ tokens, raw }: Tokens.Blockquote, state) => h('blockquote', null, renderNested(tokens, raw, state)),
  br: () => h('br', null),
  checkbox: ({ checked }: Tokens.Checkbox, state) => renderCheckbox(checked, state),
  code: ({ text }: Tokens.Code) => h('pre', null, h('code', null, text)),
  codespan: ({ text }: Tokens.Codespan) => h('code', null, text),
  def: () => null,
  del: ({ tokens }: Tokens.Del, state) => h('del', null, renderTokens(tokens, state)),
  em: ({ tokens }: Tokens.Em, state) => h('em', null, renderTokens(tokens, state)),
  escape: ({ text }: Tokens.Escape) => text,
  heading: renderHeading,
  hr: () => h('hr', null),
  html: ({ raw, block }: Tokens.HTML) =>
    isBreak(raw) ? h('br', null) : block ? h('p', { class: 'markdown-raw' }, raw.trimEnd()) : raw,
  image: renderImage,
  link: ({ href, tokens, title }: Tokens.Link, state) =>
    renderLink(href, renderTokens(tokens, { ...state, inLink: true }), title),
  list: renderList,
  paragraph: ({ tokens }: Tokens.Paragraph, state) => h('p', null, renderTokens(tokens, state)),
  space: () => null,
  strong: ({ tokens }: Tokens.Strong, state) => h('strong', null, renderTokens(tokens, state)),
  table: renderTable,
  text: ({ tokens, text }: Tokens.Text, state) =>
    tokens ? renderTokens(tokens, state) : renderText(resolveEntities(text), state),
}

/** URLs of attachments of this server, the only images that are loaded. */
const attachmentUrl = /^\/v1\/task-attachments\/\w+\/content$/

function renderImage({ href, text, title }: Tokens.Image): ComponentChildren {
  const alt = resolveEntities(text) || messages.picture
  if (!attachmentUrl.test(href)) return renderLink(href, alt, title)
  const image = h('img', { src: href, alt, loading: 'lazy', decoding: 'async' })
  return h('a', { href, class: 'markdown-image', target: '_blank', rel: 'noopener' }, image)
}

function renderCheckbox(checked: boolean, { onTick, text, ticks, item }: RenderState): ComponentChildren {
  // oxlint-disable-next-line no-param-reassign -- The count is state of one rendering.
  const position = ticks.count++
  if (!onTick) return renderTick(checked)
  const change = (event: { currentTarget: HTMLInputElement }) => {
    const next = toggleTick(text, position)
    if (next !== undefined) onTick(next)
    else event.currentTarget.checked = checked
  }
  return h('input', { type: 'checkbox', class: 'markdown-box', checked, 'aria-label': item, onChange: change })
}

const renderTick = (checked: boolean): ComponentChildren =>
  h(
    'span',
    { role: 'img', 'aria-label': checked ? messages.ticked : messages.unticked, class: 'markdown-box' },
    checked ? '☑' : '☐',
  )

const renderToken = (token: MarkedToken, state: RenderState): ComponentChildren => {
  const render = renderers[token.type]
  return render ? render(token as never, state) : token.raw
}

const isReadable = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  text.split(/\n\s*\n/).every((paragraph) => paragraph.split(/[*_~]/, MAX_MARKS + 2).length <= MAX_MARKS + 1)

/** Renders Markdown as elements, never as HTML: a text cannot run scripts, load resources or submit forms. */
export function renderMarkdown(text: string, context: MarkdownContext): ComponentChildren {
  if (!isReadable(text)) return h('p', { class: 'markdown-raw' }, text)
  try {
    const tokens = new Lexer({ gfm: true, breaks: true }).lex(text)
    const state = { ...context, level: 2, inLink: false, depth: 0, text, ticks: { count: 0 } }
    return h(Fragment, null, renderTokens(tokens, state))
  } catch {
    return h('p', { class: 'markdown-raw' }, text)
  }
}
