import { measureWidth } from './text.ts'

/** Wraps a text at spaces to a number of columns; longer words are not broken. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (line && measureWidth(longer) > columns) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** Formats names and descriptions in two columns, with wrapped descriptions. */
export function formatColumns(rows: readonly [name: string, text: string][], columns: number): string[] {
  const widest = Math.max(0, ...rows.map(([name]) => measureWidth(name)))
  const indent = 2 + Math.min(widest, Math.floor(columns / 3)) + 2
  return rows.flatMap(([name, text]) => {
    const [first = '', ...rest] = wrapText(text, columns - indent)
    const beside = `  ${name}`.padEnd(indent)
    const lines = measureWidth(name) > indent - 4 ? [`  ${name}`, ' '.repeat(indent) + first] : [beside + first]
    return [...lines, ...rest.map((line) => ' '.repeat(indent) + line)].map((line) => line.trimEnd())
  })
}
