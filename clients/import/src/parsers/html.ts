/** Elements whose contents are no text. */
const HIDDEN = /<(script|style|head|template|iframe|object)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const TAG = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const marks: Record<string, string> = {
  strong: '**',
  b: '**',
  em: '_',
  i: '_',
  s: '~~',
  del: '~~',
  strike: '~~',
  code: '`',
}
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const MAX_CODE_POINT = 0x10ffff
const FENCE = '\n\n```\n'
/** Levels of lists that are indented. */
const MAX_INDENTS = 20

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? parseInt(hexadecimal, 16) : Number(decimal)
    return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : ''
  })

const readAttribute = (attributes: string, name: string): string | undefined => {
  const [, double, single] = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? []
  const value = double ?? single
  return value === undefined ? undefined : decodeEntities(value)
}

/** Converts the HTML of an editor to Markdown. Unknown elements leave their text, links lead to web addresses only. */
export function convertHtml(html: string): string {
  if (!/<[a-z!/]|&[a-z#]/i.test(html)) return html
  const writer = new MarkdownWriter()
  const source = html.replaceAll(HIDDEN, '')
  let at = 0
  for (const match of source.matchAll(TAG)) {
    writer.addText(source.slice(at, match.index))
    at = match.index + match[0].length
    if (match[2]) writer.addTag(match[2].toLowerCase(), match[1] === '/', match[3] ?? '')
  }
  writer.addText(source.slice(at))
  return writer.finish()
}

class MarkdownWriter {
  readonly #parts: string[] = []
  #endsLine = false
  /** Numbers of the items of the open lists; null in a list without numbers. */
  readonly #lists: (number | null)[] = []
  readonly #links: (string | undefined)[] = []
  #inCode = false
  #inInlineCode = false
  #quotes = 0

  addText(text: string): void {
    const plain = decodeEntities(this.#inCode ? text : text.replaceAll(/\s+/g, ' '))
    const decoded = this.#inCode || this.#inInlineCode ? plain : escapeMarkdown(plain)
    this.#write(this.#endsLine && !this.#inCode ? decoded.trimStart() : decoded)
  }

  #write(text: string): void {
    if (text === '') return
    this.#parts.push(text)
    this.#endsLine = text.endsWith('\n')
  }

  addTag(name: string, closes: boolean, attributes: string): void {
    if (name === 'pre') this.#addCode(closes)
    else if (this.#inCode) this.#addLanguage(name, attributes)
    else if (name === 'a') this.#addLink(closes, attributes)
    else if (name === 'ul' || name === 'ol') this.#addList(closes, name === 'ol')
    else if (name === 'li') this.#addItem(closes, attributes)
    else if (marks[name]) this.#addMark(name, closes)
    else if (name === 'br') this.#write('\n')
    else if (name === 'hr') this.#write('\n\n---\n\n')
    else if (name === 'img') this.#addImage(attributes)
    else if (/^h[1-6]$/.test(name)) this.#write(closes ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `)
    else if (name === 'blockquote') this.#addQuote(closes)
    else if (/^(p|div|table|tr|section)$/.test(name)) this.#addParagraph(closes)
    else if (/^(td|th)$/.test(name)) this.#write(' ')
  }

  #addQuote(closes: boolean): void {
    this.#quotes = Math.max(0, this.#quotes + (closes ? -1 : 1))
    this.#write(closes ? '\n\n' : '\n\n> ')
  }

  #addParagraph(closes: boolean): void {
    if (this.#lists.length > 0) return
    if (this.#quotes === 0) this.#write('\n\n')
    else if (!closes && !this.#parts.at(-1)?.endsWith('> ')) this.#write('\n>\n> ')
  }

  #addCode(closes: boolean): void {
    this.#write(closes ? '\n```\n\n' : FENCE)
    this.#inCode = !closes
  }

  #addMark(name: string, closes: boolean): void {
    if (name === 'code') this.#inInlineCode = !closes
    this.#write(marks[name]!)
  }

  /** Adds the language to the fence before it. */
  #addLanguage(name: string, attributes: string): void {
    const [, language] = /(?:^|\s)language-([\w+#-]{1,30})(?:\s|$)/.exec(readAttribute(attributes, 'class') ?? '') ?? []
    if (name === 'code' && language && this.#parts.at(-1) === FENCE)
      this.#parts[this.#parts.length - 1] = `\n\n\`\`\`${language}\n`
  }

  #addLink(closes: boolean, attributes: string): void {
    if (!closes) {
      const url = readAttribute(attributes, 'href')
      this.#links.push(url && /^(https?:|mailto:)/i.test(url) ? encodeLink(url) : undefined)
      if (this.#links.at(-1)) this.#write('[')
    } else {
      const url = this.#links.pop()
      if (url) this.#write(`](${url})`)
    }
  }

  #addImage(attributes: string): void {
    const url = readAttribute(attributes, 'src')
    const label = (readAttribute(attributes, 'alt') ?? '').replaceAll(/[[\]]/g, '')
    if (url && /^https?:/i.test(url)) this.#write(`![${label}](${encodeLink(url)})`)
  }

  #addList(closes: boolean, isNumbered: boolean): void {
    if (closes) this.#lists.pop()
    else this.#lists.push(isNumbered ? 1 : null)
    this.#write('\n')
  }

  #addItem(closes: boolean, attributes: string): void {
    if (closes) return
    const number = this.#lists.at(-1) ?? null
    if (number !== null) this.#lists[this.#lists.length - 1] = number + 1
    const checked = readAttribute(attributes, 'data-checked')
    const box = checked === undefined ? '' : checked === 'true' ? '[x] ' : '[ ] '
    const indent = '  '.repeat(Math.min(MAX_INDENTS, Math.max(0, this.#lists.length - 1)))
    this.#write(`\n${indent}${number === null ? '-' : `${number}.`} ${box}`)
  }

  finish(): string {
    return this.#parts
      .join('')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  }
}

/** Escapes what Markdown would take for marks, links, code or, at its beginning, a heading or an item. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*[\]]|(?<!\w)_|_(?!\w)/g, '\\$&')
    .replace(/^(\s*)([#>+-])(?=\s)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})([.)])(?=\s)/, '$1\\$2')

const encodeLink = (url: string): string =>
  url.replaceAll(/[\s<>()]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
