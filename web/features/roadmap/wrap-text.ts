/** Returns the width of a text in pixels. */
export type MeasureText = (text: string) => number

const ELLIPSIS = '…'

function shorten(text: string, width: number, measure: MeasureText): string {
  const characters = [...text]
  while (characters.length > 0 && measure(characters.join('').trimEnd() + ELLIPSIS) > width) characters.pop()
  return characters.join('').trimEnd() + ELLIPSIS
}

/** Breaks a text into lines of a width; the last line ends with an ellipsis if the text is longer. */
export function wrapText(text: string, width: number, maxLines: number, measure: MeasureText): string[] {
  const words = text.split(/\s+/u).filter(Boolean)
  const lines: string[] = []
  let line = ''
  while (words.length > 0) {
    const longer = line ? `${line} ${words[0]!}` : words[0]!
    if (measure(longer) <= width) {
      line = longer
      words.shift()
    } else if (line === '' || lines.length === maxLines - 1) {
      // A word longer than the line, or the end of the last line.
      return [...lines, shorten([line, ...words].filter(Boolean).join(' '), width, measure)]
    } else {
      lines.push(line)
      line = ''
    }
  }
  return line ? [...lines, line] : lines
}
