import { fold } from '../../kernel/text.ts'
import { standsInIds } from '../../kernel/values/ids.ts'

/** The mark between the searched fields. No field holds it, so that a match never spans two. */
const separator = '\u0001'

/** What a task says that is searched. */
interface Searched {
  task_id: string
  title: string
  description: string | null
  tags: string[]
}

const fieldsOf = (task: Searched): string[] => [
  task.title,
  task.description ?? '',
  task.task_id,
  ...task.tags,
]
const foldField = (field: string): string => fold(field).replaceAll(separator, ' ')

/** What is searched of a task: its title first, then description, id and tags, in the form `fold` gives. */
export const searchContent = (task: Searched): string => fieldsOf(task).map(foldField).join(separator)

/** Whether a change of a task is one of what is searched of it. */
export const changesSearch = (stored: Searched, wanted: Searched): boolean => {
  const after = fieldsOf(wanted)
  const before = fieldsOf(stored)
  return before.length !== after.length || before.some((field, i) => field !== after[i])
}

/** Returns the size of a task's searchable text in bytes of UTF-8. */
export const sizeOfSearched = (task: Searched): number =>
  fieldsOf(task).reduce((sum, field) => sum + Buffer.byteLength(field), 0)

/** Texts as they were folded already. */
export type Folded = Map<string, string>

/**
 * What is searched of a changed task, given that of the stored one, from which every field that stays is taken. What is
 * folded is noted in `folded`, so that a text which many tasks are given at once is folded once.
 */
export function changedContent(content: string, stored: Searched, wanted: Searched, folded: Folded): string {
  const parts = content.split(separator)
  const kept = new Map(fieldsOf(stored).map((field, i) => [field, parts[i]]))
  const foldOnce = (field: string): string => {
    const known = kept.get(field) ?? folded.get(field)
    if (known !== undefined) return known
    const fresh = foldField(field)
    folded.set(field, fresh)
    return fresh
  }
  return fieldsOf(wanted).map(foldOnce).join(separator)
}

/** Where the id stands among the fields. */
const idAt = 2
/** The characters of a run that is looked up; shorter ones serve needles that are as short. */
const run = 3

/**
 * The grams of a text: its runs of 1, 2 and 3 characters, hashed. What the text holds has all its grams among them, but
 * for the runs of 1 and 2 of the id: so many ids have each of them that looking one up finds none sooner.
 */
export function gramsOf(content: string): number[] {
  const grams = new Set<number>()
  for (const [at, field] of content.split(separator).entries()) {
    const points = Array.from(field, (character) => character.codePointAt(0)!)
    for (let i = 0; i < points.length; i++)
      for (let size = at === idAt ? run : 1; size <= run && i + size <= points.length; size++)
        grams.add(hashOf(points, i, size))
  }
  return [...grams]
}

/** FNV-1a over code points, as the signed 32 bits of an SQL integer; the size keeps runs of different sizes apart. */
function hashOf(points: number[], from: number, size: number): number {
  let value = 0x811c9dc5 ^ size
  for (let i = from; i < from + size; i++) value = Math.imul(value ^ points[i]!, 0x01000193)
  return (value ^ (value >>> 15)) | 0
}

/** Grams as the text of an SQL array: there are hundreds, and a client that looks at each for what to escape is slow. */
export const gramsColumn = (content: string): string => `{${gramsOf(content).join()}}`

/** A literal needle as the two conditions of a look-up: grams that must all be there, and the text that decides. */
export interface Needle {
  grams: number[]
  text: string
  /** How many characters it has where it is so short that its grams leave out the ids that hold it; else 0. */
  shortInIds: number
}

const mostGrams = 32

/** How a text is looked up; null for one that nothing can hold. */
export function needleOf(text: string): Needle | null {
  const needle = fold(text)
  if (needle.includes(separator)) return null
  const points = Array.from(needle, (character) => character.codePointAt(0)!)
  const size = Math.min(points.length, run)
  const grams = new Set<number>()
  const places = points.length - size + 1
  // Some runs, spread over a long needle, find it as well as all of them would.
  const step = Math.max(1, Math.floor(places / mostGrams))
  for (let i = 0; i < places; i += step) grams.add(hashOf(points, i, size))
  const shortInIds = points.length < run && standsInIds(needle) ? points.length : 0
  return { grams: [...grams].slice(0, mostGrams), text: needle, shortInIds }
}
