import type { ComponentChildren, VNode } from 'preact'
import { expect, test } from 'vitest'
import { renderMarkdown, toSafeHref } from '../../../web/components/render-markdown.ts'

/** Serializes a tree as HTML with every attribute, so that nothing in it is missed. */
function renderText(node: ComponentChildren): string {
  if (Array.isArray(node)) return node.map(renderText).join('')
  if (node == null || typeof node === 'boolean') return ''
  if (typeof node !== 'object') return String(node).replaceAll('<', '&lt;')
  const { type, props } = node as VNode<Record<string, unknown>>
  const { children, ...attributes } = props
  const inner = renderText(children as ComponentChildren)
  if (typeof type === 'function') return inner
  const output = Object.entries(attributes).map(([name, value]) => ` ${name}="${String(value)}"`)
  return `<${type}${output.join('')}>${inner}</${type}>`
}
const renderMarkdownText = (markdown: string, mentions: string[] = []) =>
  renderText(renderMarkdown(markdown, { mentions, keyUrls: new Map(), getTaskUrl: (id) => `?task=${id}` }))

test('Markdown is rendered', () => {
  expect(renderMarkdownText('# Quay\n\n### Crane\n\nGrease *it* **now**, `fast`\nand ~~slow~~')).toBe(
    '<h3 class="markdown-h1">Quay</h3><h4 class="markdown-h3">Crane</h4>' +
      '<p>Grease <em>it</em> <strong>now</strong>, <code>fast</code><br></br>and <del>slow</del></p>',
  )
  expect(renderMarkdownText('- [x] rope\n- [ ] tar')).toContain('aria-label="Done"')
  expect(renderMarkdownText('| a |\n| --: |\n| b |')).toContain('<td class="markdown-right">b</td>')
  expect(renderMarkdownText('4 &lt; 5 &amp; R&#38;D')).toBe('<p>4 &lt; 5 & R&D</p>')
})

test('tasks and users named in a text are marked, except in code and links', () => {
  const id = 'T1JM6SW2Z0A1B2C3D'
  expect(renderMarkdownText(`see ${id}, @ada.l and @ada`, ['ada', 'ada.l'])).toBe(
    `<p>see <a href="?task=${id}" class="markdown-task">${id}</a>, ` +
      '<bdi class="markdown-mention">@ada.l</bdi> and <bdi class="markdown-mention">@ada</bdi></p>',
  )
  expect(renderMarkdownText(`\`${id}\` [${id}](https://a.example)`)).not.toContain('markdown-task')
})

test('HTML is text: nothing of it runs, loads or posts', () => {
  const nasty = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'hi <b onclick="alert(1)">there</b>',
    '<!-- --><iframe srcdoc="<script>1</script>">',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style>',
    '<form action=//evil.example><input name=x>',
    '![x](https://evil.example/pixel.png)',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '```html\n<script>1</script>\n```',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '[a]: javascript:alert(1)\n\n[a] ![a]',
  ]
  const tags = new Set(nasty.flatMap((one) => [...renderMarkdownText(one).matchAll(/<(\w+)/g)].map(([, tag]) => tag)))
  expect([...tags].sort()).toEqual(['a', 'code', 'p', 'pre', 'span'])
  for (const one of nasty) {
    expect(renderMarkdownText(one)).not.toMatch(/<[^>]*\s(on\w+|src|srcdoc|style|action)=/)
    expect(renderMarkdownText(one)).not.toMatch(/<[^>]*(javascript|data):/)
  }
  expect(renderMarkdownText('![Map](https://a.example/m.png)')).toBe(
    '<p><a href="https://a.example/m.png" target="_blank" rel="noopener noreferrer">Map</a></p>',
  )
})

test('a web link opens a new tab, a link of the console does not', () => {
  const outside = { outside: true }
  expect(toSafeHref('https://a.example/b')).toMatchObject(outside)
  expect(toSafeHref('//evil.example')).toMatchObject(outside)
  expect(toSafeHref('/\\evil.example')).toMatchObject(outside)
  expect(toSafeHref('/o/1/my?task=T1')).toEqual({ href: '/o/1/my?task=T1', outside: false })
})

test.each([
  'mailto:ada@a.example',
  'tel:+4930123456',
  'sms:+4930123456',
  'obsidian://open?vault=Harbour&file=Quay',
  'slack://channel?team=T1&id=C1',
  'vscode://file/a/b.ts:3',
  'figma://file/1',
  'zoommtg://zoom.us/join?confno=1',
  'magnet:?xt=urn:btih:1',
  'ftp://a.example/b',
  'x-apple.systempreferences:',
])('a link to another app is a link: %s', (href) => {
  expect(renderMarkdownText(`[there](${href})`)).toBe(`<p><a href="${href}">there</a></p>`)
})

test.each([
  'javascript:1',
  'javascript:alert(document.domain)',
  'java\tscript:1',
  '\u0001javascript:1',
  'JaVaScRiPt:1',
  'javascript&#58;1',
  'javascript&colon;1',
  'java&Tab;script:1',
  'java&NewLine;script:1',
  'vbscript:1',
  'data:text/html,1',
  'file:///etc',
  'blob:https://a/1',
  'filesystem:https://a/1',
  'view-source:https://a',
  'http://',
])('an unsafe link is no link, and its URL stays readable: %s', (href) => {
  const displayed = renderMarkdownText(`[there](<${href}>)`)
  expect(displayed).not.toContain('href')
  expect(displayed).toMatch(/^<p><span>there \(<code>.+<\/code>\)<\/span><\/p>$/s)
})

test.each(['javascript:1', ' javascript:1', 'java\tscript:1', 'java\nscript:1', '\u0001javascript:1', 'about:blank'])(
  'is rejected however it is disguised: %j',
  (href) => {
    expect(toSafeHref(href)).toBeUndefined()
  },
)

test.each([
  ['&copy; 2027 &mdash; R&amp;D', '© 2027 — R&D'],
  ['12 &euro; &times; 3 &ge; 30 &nbsp;&deg;C', '12 € × 3 ≥ 30 \u00A0°C'],
  ['a &vert; b &lbrack;x&rbrack; &ast;no&ast;', 'a | b [x] *no*'],
  ['&Auml;pfel &hellip; &alpha;&Omega;', 'Äpfel … αΩ'],
  ['&#x41;&#66; &#0;', 'AB \uFFFD'],
  ['&unknown; &constructor; & &;', '&unknown; &constructor; & &;'],
])('character references are decoded in a paragraph and in a cell: %s', (written, displayed) => {
  expect(renderMarkdownText(written)).toBe(`<p>${displayed}</p>`)
  expect(renderMarkdownText(`| a |\n| - |\n| ${written} |`)).toContain(`<td>${displayed}</td>`)
})

test.each([
  ['| a |\n| - |\n| one<br>two<br/>three<BR />four |', '<td>one<br></br>two<br></br>three<br></br>four</td>'],
  ['one<br>two', '<p>one<br></br>two</p>'],
  ['`<br>`', '<p><code>&lt;br></code></p>'],
  ['<br onclick="x">', '<p class="markdown-raw">&lt;br onclick="x"></p>'],
])('line breaks written as HTML are rendered: %s', (written, displayed) => {
  expect(renderMarkdownText(written)).toContain(displayed)
})

test('a text with pathological nesting is rendered fast', () => {
  const long = ['>'.repeat(20_000), '['.repeat(20_000), '*a_'.repeat(7_000), '- '.repeat(10_000), '`'.repeat(20_000)]
  const startedAt = performance.now()
  for (const one of long) expect(renderMarkdownText(one).length).toBeGreaterThan(0)
  expect(performance.now() - startedAt).toBeLessThan(6_000)
  expect(renderMarkdownText('a'.repeat(200_001))).toContain('markdown-raw')
})
