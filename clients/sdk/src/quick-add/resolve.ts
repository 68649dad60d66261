import { priorityValues } from '../generated/enums.ts'
import type { Mark } from './marks.ts'
import { findNamed } from './names.ts'

/** Names to resolve. Without users or projects, their names become the values unchecked. */
export interface KnownNames {
  people?: readonly { username: string }[]
  projects?: readonly { project_id: string; name: string }[]
}

interface Resolved {
  value: string
  label: string
}

/** Matches marks that are plain text: `#1`, `@5pm`, `+44`, `!=`, `@svc/sdk`, `#ff0000`, `#include<stdio.h>`. */
const isName = (text: string): boolean => /^[\p{L}\p{N}_]/u.test(text) && /[\p{L}\p{Extended_Pictographic}]/u.test(text)
const isTime = (text: string): boolean => /^\d{1,2}([:.]\d\d)?([ap]m?|h)?$/i.test(text)
const isWord = (text: string): boolean => /^[\p{L}\p{N}\p{M}_.'&+-]+$/u.test(text)
const isColor = (text: string): boolean => /^(?:[\da-f]{6}|[\da-f]{8})$/i.test(text) && /\d/.test(text)

/** Resolves a mark to its value, to the reason why it has none, or to text. */
export function resolveName(
  { kind, value, quoted }: Mark,
  { people, projects }: KnownNames,
): Resolved | 'unknown' | 'ambiguous' | 'text' {
  const text = quoted ? value : value.replace(/[,;.:!?]+$/, '')
  if (kind === 'priority')
    return only(
      findNamed(priorityValues, text, (word) => word, 3),
      isName(text),
      (word) => word,
    )
  if (kind === 'tag') {
    const tag = text.replaceAll(',', ' ').trim()
    const isTag = quoted ? tag !== '' : isName(text) && !isColor(text) && !/[<>(){}=]/.test(text)
    return isTag ? { value: tag, label: tag } : 'text'
  }
  const isIntended = quoted || (isName(text) && isWord(text) && !isTime(text))
  if (kind === 'assignee') {
    if (!people) return isIntended ? { value: text, label: text } : 'text'
    return only(
      findNamed(people, text, ({ username }) => username),
      isIntended,
      ({ username }) => username,
    )
  }
  if (!projects) return isIntended ? { value: text, label: text } : 'text'
  return only(
    findNamed(projects, text, ({ name }) => name),
    isIntended,
    ({ project_id }) => project_id,
    ({ name }) => name,
  )
}

function only<Row>(
  found: readonly Row[],
  isIntended: boolean,
  toValue: (row: Row) => string,
  toLabel: (row: Row) => string = toValue,
): Resolved | 'unknown' | 'ambiguous' | 'text' {
  const [first] = found
  if (found.length === 1) return { value: toValue(first!), label: toLabel(first!) }
  if (!isIntended) return 'text'
  return found.length > 1 ? 'ambiguous' : 'unknown'
}
