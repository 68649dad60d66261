import { escapedHtml } from '../text.ts'

/**
 * A name as it may stand in a subject: one line, without characters that are unseen or turn the direction of others, and
 * without what a mail program would decode (RFC 2047).
 */
export const inOneLine = (name: string): string => {
  const plain = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
  return [...plain].slice(0, 120).join('')
}

/** The two bodies of a mail, which say the same: a paragraph each, as a text and as HTML in which everything is escaped. */
export function bodiesOf(paragraphs: readonly string[]): { text: string; html: string } {
  const html = paragraphs.map((one) => `<p>${escapedHtml(one).replaceAll('\n', '<br>\n')}</p>\n`).join('')
  return {
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en">\n<body>\n${html}</body>\n</html>\n`,
  }
}
