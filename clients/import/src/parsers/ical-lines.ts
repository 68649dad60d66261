/** Content lines of an iCalendar file (RFC 5545). */
import { DataError } from '../format/errors.ts'
import type { OpenContent } from './csv.ts'

const MAX_LINE_CHARACTERS = 16_000_000

export interface ContentLine {
  name: string
  parameters: ReadonlyMap<string, string>
  value: string
  /** Number of the first line in the file, beginning with 1. */
  line: number
}

const NAME = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):([\s\S]*)$/
const PARAMETER = /;([A-Za-z0-9-]+)=("[^"]*"|[^";:]*)/g

/** Yields the content lines, unfolded. Throws `DataError` with the line of one that is not valid. */
export async function* readContentLines(open: OpenContent): AsyncGenerator<ContentLine> {
  let pending: { text: string; line: number } | undefined
  let number = 0
  for await (const physical of readPhysicalLines(open)) {
    number += 1
    if (/^[ \t]/.test(physical) && pending) {
      pending.text += physical.slice(1)
      if (pending.text.length > MAX_LINE_CHARACTERS) throw new DataError('file', number, 'the line is too long.')
      continue
    }
    if (pending) yield parseContentLine(pending)
    pending = physical.trim() === '' ? undefined : { text: physical, line: number }
  }
  if (pending) yield parseContentLine(pending)
}

async function* readPhysicalLines(open: OpenContent): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let number = 0
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new DataError('file', number + 1, 'it is not UTF-8.')
    }
  }
  for await (const chunk of open()) {
    const text = decode(chunk)
    // Appending alone keeps a long line from being copied for each chunk.
    const end = text.lastIndexOf('\n')
    const lines = end < 0 ? [] : (rest + text.slice(0, end)).split('\n')
    rest = end < 0 ? rest + text : text.slice(end + 1)
    for (const one of lines) {
      number += 1
      yield one.replace(/\r$/, '')
    }
    if (rest.length > MAX_LINE_CHARACTERS) throw new DataError('file', number + 1, 'the line is too long.')
  }
  rest += decode()
  if (rest !== '') yield rest.replace(/\r$/, '')
}

function parseContentLine({ text, line }: { text: string; line: number }): ContentLine {
  if (text.includes('\0')) throw new DataError('file', line, 'it contains NUL characters, so it is no text file.')
  const [, name, parameters = '', value = ''] = NAME.exec(text.replace(/^\uFEFF/, '')) ?? []
  if (name === undefined) throw new DataError('file', line, 'it is not a line NAME:VALUE of an iCalendar file.')
  const found = [...parameters.matchAll(PARAMETER)].map(
    ([, key, content]) => [key!.toUpperCase(), content!.replaceAll('"', '')] as const,
  )
  return { name: name.toUpperCase(), parameters: new Map(found), value, line }
}

const escapes: Record<string, string> = { n: '\n', N: '\n' }
export const unescapeText = (text: string): string =>
  text.replaceAll(/\\([\\;,nN])/g, (_, character: string) => escapes[character] ?? character)

/** Splits a list of texts at the commas that are not escaped. */
export const splitTexts = (text: string): string[] =>
  (text.match(/(?:\\[\s\S]|[^\\,])+/g) ?? []).map((item) => unescapeText(item).trim()).filter(Boolean)
