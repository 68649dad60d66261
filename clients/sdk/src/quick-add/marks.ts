/** What a token sets. */
export type TokenKind = 'priority' | 'assignee' | 'tag' | 'project' | 'due'

/** A mark at the beginning of a word, with what it marks. */
export interface Mark {
  kind: TokenKind
  value: string
  quoted: boolean
  /** A backslash stands before it. */
  escaped: boolean
  from: number
  /** Where the value begins. */
  start: number
  to: number
}

const kinds: Record<string, TokenKind> = {
  '!': 'priority',
  '@': 'assignee',
  '#': 'tag',
  '+': 'project',
  '^': 'due',
}

/** A phrase in quotes, or a mark with a value, plain or in quotes; what is due may follow after a space. */
const pattern =
  /(?<!\S)(?:"[^"]*"|“[^”]*”|(?<escape>\\?)(?<mark>[!@#+^]|due:)(?:"(?<quoted>[^"]+)"|(?<plain>[^\s"]+))?)/giu

/** Finds the marks of a line; those within quotes are text. */
export function findMarks(line: string): Mark[] {
  return [...line.matchAll(pattern)].flatMap(({ index, 0: { length }, groups = {} }) => {
    const { escape = '', mark, quoted, plain } = groups
    if (mark === undefined) return []
    const kind = kinds[mark] ?? 'due'
    const value = quoted ?? plain ?? ''
    if (value === '' && kind !== 'due') return []
    const from = index + escape.length
    const start = from + mark.length
    return [
      { kind, value, quoted: quoted !== undefined, escaped: escape !== '', from, start, to: index + length },
    ]
  })
}
