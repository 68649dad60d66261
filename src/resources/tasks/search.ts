import { fold } from '../../kernel/text.ts'
import { standsInIds } from '../../kernel/values/ids.ts'

/** Separates the searched fields. No field contains it, so that a match never spans two. */
const separator = '\u0001'

interface Searched {
  task_id: string
  title: string
  description: string | null
  tags: string[]
}

const listFields = (task: Searched): string[] => [
  task.title,
  task.description ?? '',
  task.task_id,
  ...task.tags,
]
const normalizeField = (field: string): string => fold(field).replaceAll(separator, ' ')

/** Returns the search text of a task: title, description, id and tags, normalized. */
export const searchContent = (task: Searched): string => listFields(task).map(normalizeField).join(separator)

/** Returns whether a change affects the search text. */
export const changesSearch = (stored: Searched, wanted: Searched): boolean => {
  const after = listFields(wanted)
  const before = listFields(stored)
  return before.length !== after.length || before.some((field, i) => field !== after[i])
}

export const sizeOfSearched = (task: Searched): number =>
  listFields(task).reduce((sum, field) => sum + Buffer.byteLength(field), 0)

export type Folded = Map<string, string>

/** Returns the search text of a changed task, reusing unchanged fields and texts that the request has normalized. */
export function changedContent(content: string, stored: Searched, wanted: Searched, cache: Folded): string {
  const parts = content.split(separator)
  const normalizedFields = new Map(listFields(stored).map((field, i) => [field, parts[i]]))
  const normalizeOnce = (field: string): string => {
    const cached = normalizedFields.get(field) ?? cache.get(field)
    if (cached !== undefined) return cached
    const normalized = normalizeField(field)
    cache.set(field, normalized)
    return normalized
  }
  return listFields(wanted).map(normalizeOnce).join(separator)
}

/** Index of the id among the fields. */
const ID_FIELD = 2
/** Length of a gram; shorter grams serve shorter needles. */
const GRAM_LENGTH = 3

/**
 * Returns the hashed grams of a text: its substrings of 1 to 3 characters. Omits those of 1 and 2 characters of the id,
 * which are too common to be worth an index lookup.
 */
export function gramsOf(content: string): number[] {
  const grams = new Set<number>()
  for (const [index, field] of content.split(separator).entries()) {
    const points = Array.from(field, (character) => character.codePointAt(0)!)
    for (let i = 0; i < points.length; i++)
      for (
        let size = index === ID_FIELD ? GRAM_LENGTH : 1;
        size <= GRAM_LENGTH && i + size <= points.length;
        size++
      )
        grams.add(hashGram(points, i, size))
  }
  return [...grams]
}

/** Hashes code points with FNV-1a to a signed 32-bit integer; the size distinguishes grams of different lengths. */
function hashGram(points: number[], from: number, size: number): number {
  let value = 0x811c9dc5 ^ size
  for (let i = from; i < from + size; i++) value = Math.imul(value ^ points[i]!, 0x01000193)
  return (value ^ (value >>> 15)) | 0
}

/** Returns the grams as the text of an SQL array, which is faster than escaping hundreds of elements. */
export const gramsColumn = (content: string): string => `{${gramsOf(content).join()}}`

/** Search text: grams that must all match, and the text that decides. */
export interface Needle {
  grams: number[]
  text: string
  /** Length of a needle that can occur in ids and is too short for their grams; else 0. */
  shortInIds: number
}

const MAX_GRAMS = 32

/** Parses a search text; returns null for one that cannot match. */
export function needleOf(text: string): Needle | null {
  const needle = fold(text)
  if (needle.includes(separator)) return null
  const points = Array.from(needle, (character) => character.codePointAt(0)!)
  const size = Math.min(points.length, GRAM_LENGTH)
  const grams = new Set<number>()
  const count = points.length - size + 1
  // Samples the grams of a long needle, which are selective enough.
  const step = Math.max(1, Math.floor(count / MAX_GRAMS))
  for (let i = 0; i < count; i += step) grams.add(hashGram(points, i, size))
  const shortInIds = points.length < GRAM_LENGTH && standsInIds(needle) ? points.length : 0
  return { grams: [...grams].slice(0, MAX_GRAMS), text: needle, shortInIds }
}
