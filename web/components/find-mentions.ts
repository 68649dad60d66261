const unspaced =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}'
const wordEnd = new RegExp(`(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}]|[@/\\\\])$`, 'u')
const wordContinues = new RegExp(`^(?:@|/\\w|(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])`, 'u')
const leadingMarks = /[_*~.+-]{0,20}$/

const isWordStart = (text: string, at: number): boolean =>
  !wordEnd.test(text.slice(Math.max(0, at - 24), at).replace(leadingMarks, ''))

export function findMentionAt(text: string, caret: number): { from: number; query: string } | undefined {
  const before = text.slice(0, caret)
  const at = before.lastIndexOf('@')
  if (at < 0 || !isWordStart(text, at)) return undefined
  const query = before.slice(at + 1)
  return /^[^\s@]{0,60}$/.test(query) ? { from: at, query } : undefined
}

function findNameAt(text: string, at: number, known: ReadonlyMap<string, string>): string | undefined {
  const [found = ''] = /^[\w.-]{1,80}/.exec(text.slice(at + 1, at + 81)) ?? []
  if (!isWordStart(text, at) || wordContinues.test(text.slice(at + 1 + found.length, at + 5 + found.length)))
    return undefined
  for (let name = found; name !== ''; name = name.slice(0, -1)) {
    const named = name.endsWith('.') ? undefined : known.get(name.toLowerCase())
    if (named !== undefined || !/[_.-]$/.test(name)) return named
  }
  return undefined
}

/** Splits a text at its mentions: every odd part is an @ with one of these names, as it was written. */
export function splitMentions(text: string, names: readonly string[]): string[] {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]))
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = findNameAt(text, at, known)
    if (name === undefined) continue
    parts.push(text.slice(from, at), text.slice(at, at + 1 + name.length))
    from = at + 1 + name.length
  }
  return [...parts, text.slice(from)]
}

/** Returns the names among `known` that a text mentions, in code and links too, which only the server tells apart. */
export function findMentions(text: string, known: readonly string[]): string[] {
  const found = splitMentions(text, known).filter((_, i) => i % 2 === 1)
  const mentioned = new Set(found.map((one) => one.slice(1).toLowerCase()))
  return known.filter((name) => mentioned.has(name.toLowerCase()))
}
