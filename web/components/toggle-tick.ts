import { Lexer, type Token, type Tokens } from 'marked'

const tickLine = /^((?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*\[)([ xX])(?=\]\s)/

/** Returns the text with the other state of a check box, by its position among those that are rendered. */
export function toggleTick(text: string, position: number): string | undefined {
  const lines = text.split(/\r\n?|\n/)
  const before = listTicks(text)
  const isToggled = (after: boolean[]) =>
    position < before.length &&
    after.length === before.length &&
    after.every((one, at) => (one === before[at]) !== (at === position))
  // Lines of code blocks look like check boxes too, so the result is compared.
  for (const [at, line] of lines.entries()) {
    const toggled = line.replace(tickLine, (_, start: string, mark: string) => start + (mark === ' ' ? 'x' : ' '))
    if (toggled === line) continue
    const next = lines.with(at, toggled).join('\n')
    if (isToggled(listTicks(next))) return next
  }
  return undefined
}

/** Lists the states of the check boxes in a text, in the order in which they are rendered. */
const listTicks = (text: string): boolean[] => findTicks(new Lexer({ gfm: true, breaks: true }).lex(text))

function findTicks(tokens: readonly Token[]): boolean[] {
  return tokens.flatMap((token) => {
    if (token.type === 'checkbox') return [(token as Tokens.Checkbox).checked]
    if (token.type === 'list') return findTicks((token as Tokens.List).items)
    return findTicks((token as Tokens.Generic).tokens ?? [])
  })
}
