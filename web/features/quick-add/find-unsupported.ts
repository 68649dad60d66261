import { quickAddTexts as messages } from '../../messages/quick-add.ts'

const repetition = /\b(?:every\s+(?:other\s+)?\S+|daily|weekly|monthly|yearly)\b/i
const time = /\b(?:at\s+\d{1,2}(?::\d{2})?\s*(?:am|pm)?|\d{1,2}:\d{2}|\d{1,2}\s?(?:am|pm))\b/i

/** Returns a sentence about words of a title that look like a field but are not supported; undefined without such words. */
export function findUnsupportedWords(title: string): string | undefined {
  const [repeated] = repetition.exec(title) ?? []
  if (repeated) return messages.noRepetition(repeated)
  const [timed] = time.exec(title) ?? []
  return timed && messages.noTime(timed)
}
