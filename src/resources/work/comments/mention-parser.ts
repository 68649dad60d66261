/*
 * Finds the usernames that a Markdown text mentions: `@ada` at the beginning of a word, in any case, outside of code, links
 * and email addresses. Every step takes linear time.
 */

/** Maximum number of mentions in a text that are looked up. */
const MAX_MENTIONS_LOOKED_UP = 200

/** Scripts that put no space between words. */
const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}'
const wordEnd = new RegExp(`(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}]|[@/\\\\])$`, 'u')
/** Matches a longer word, an email address or a path. */
const continuation = new RegExp(`^(?:@|/\\w|(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])`, 'u')
/** Marks that may precede a mention, and also the @ of an email address. */
const leadingMarks = /[_*~.+-]{0,20}$/

const isWordStart = (text: string, at: number): boolean =>
  !wordEnd.test(text.slice(Math.max(0, at - 24), at).replace(leadingMarks, ''))

/** Longest first. Dots at the end are never part of a name; `_` and `-` may be. */
function readNames(text: string, at: number): string[] {
  const [found = ''] = /^[\w.-]{1,80}/.exec(text.slice(at + 1, at + 81)) ?? []
  if (found === '' || continuation.test(text.slice(at + 1 + found.length, at + 5 + found.length))) return []
  const names: string[] = []
  for (let name = found; name !== ''; name = name.slice(0, -1)) {
    if (!name.endsWith('.')) names.push(name)
    if (!/[_.-]$/.test(name)) break
  }
  return names.filter((name) => name.length <= 64)
}

const fence = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/
const container = /^(?:[ \t]{0,3}(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/

interface Fence {
  mark: string
  quoted: boolean
}

/** Returns the pattern that ends a code block at a line: its closing fence, or the end of its quotation. */
const endsFence = (line: string, { mark, quoted }: Fence): 'fence' | 'quotation' | undefined => {
  if (quoted && !/^[ \t]*>/.test(line)) return 'quotation'
  const inner = line.replace(/^[ \t>]+/, '').trimEnd()
  return inner.length >= mark.length && inner === mark[0]!.repeat(inner.length) ? 'fence' : undefined
}

function splitParagraphs(text: string): string[] {
  const paragraphs: string[][] = [[]]
  let open: Fence | undefined
  let [isBlank, inCode, inList] = [true, false, false]
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (open) {
      const end = endsFence(line, open)
      if (end) open = undefined
      if (end !== 'quotation') continue
    }
    const isIndented = /^(?: {0,3}\t| {4})/.test(line)
    inCode = line.trim() !== '' && isIndented && (isBlank || inCode) && !inList
    const [, mark] = inCode ? [] : (fence.exec(line.replace(container, '')) ?? [])
    if (/^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/.test(line)) inList = true
    else if (/^\S/.test(line) && isBlank) inList = false
    if (mark !== undefined) open = { mark, quoted: /^[ \t]*>/.test(line) }
    isBlank = line.trim() === '' || mark !== undefined
    if (isBlank || inCode) paragraphs.push([])
    else paragraphs.at(-1)!.push(line)
  }
  return paragraphs.map((lines) => lines.join('\n'))
}

/** Finds code spans: for each run of backticks the end of the next run of the same length. */
function findCodeSpans(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const next = new Map<number, number>()
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].reverse()) {
    const end = next.get(run.length)
    if (end !== undefined) ends.set(index, end)
    next.set(run.length, index + run.length)
  }
  return ends
}

const stop =
  /\\[!-/:-@[-`{-~]|`+|<[^\s<>]{1,2000}>|\b(?:https?|ftp|mailto|[a-z][a-z\d+.-]{1,20}(?=:\/\/)):\S+|\bwww\.\S+|[[\]@]/gi
const target =
  /\(\s{0,20}(?:<[^<>\n]{0,2000}>|[^\s()<>]{0,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200}){0,5})(?:\s{1,20}(?:"[^"]{0,500}"|'[^']{0,500}'))?\s{0,20}\)/y

function findInParagraph(text: string): string[][] {
  const found: string[][] = []
  const spans = findCodeSpans(text)
  /** The number of mentions before each open bracket. */
  const brackets: number[] = []
  stop.lastIndex = 0
  for (let at = stop.exec(text); at !== null; at = stop.exec(text)) {
    const [mark] = at
    if (mark.startsWith('`')) stop.lastIndex = spans.get(at.index) ?? stop.lastIndex
    else if (mark === '[') brackets.push(found.length)
    else if (mark === ']') {
      const before = brackets.pop()
      target.lastIndex = stop.lastIndex
      if (before === undefined || !target.test(text)) continue
      stop.lastIndex = target.lastIndex
      found.length = before
    } else if (mark === '@' && isWordStart(text, at.index)) {
      const names = readNames(text, at.index)
      if (names.length > 0) found.push(names)
    }
  }
  return found
}

/** Finds the mentions of a text, each as the usernames that it may be, the longest first. */
export function findMentions(text: string): string[][] {
  if (!text.includes('@')) return []
  return splitParagraphs(text)
    .filter((paragraph) => paragraph.includes('@'))
    .flatMap(findInParagraph)
    .slice(0, MAX_MENTIONS_LOOKED_UP)
}
