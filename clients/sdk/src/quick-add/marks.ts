/** Field that a token sets. */
export type TokenKind = 'priority' | 'assignee' | 'tag' | 'project' | 'due'

/** Mark at the beginning of a word, with its value. */
export interface Mark {
  kind: TokenKind
  value: string
  quoted: boolean
  /** True if a backslash precedes it. */
  escaped: boolean
  from: number
  /** Index at which the value begins. */
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

/** Matches a quoted phrase, or a mark with a plain or quoted value; a due date may follow a space. */
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
    return [{ kind, value, quoted: quoted !== undefined, escaped: escape !== '', from, start, to: index + length }]
  })
}
