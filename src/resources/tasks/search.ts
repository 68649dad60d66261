import { fold, likeLiteral } from '../../kernel/text.ts'

/** Parts the searched fields; no field holds it, so that a match never spans two. */
const separator = '\u0001'

/** What is searched of a task: its title first, then description, id and tags, in the form `fold` gives. */
export function searchContent(task: {
  task_id: string
  title: string
  description: string | null
  tags: string[]
}): string {
  const fields = [task.title, task.description ?? '', task.task_id, ...task.tags]
  return fields.map((field) => fold(field).replaceAll(separator, ' ')).join(separator)
}

/** The hashed runs of 1, 2 and 3 characters of a text: any needle of it has all its own among them. */
export function gramsOf(content: string): number[] {
  const grams = new Set<number>()
  for (const field of content.split(separator)) {
    const points = Array.from(field, (character) => character.codePointAt(0)!)
    for (let i = 0; i < points.length; i++)
      for (let size = 1; size <= 3 && i + size <= points.length; size++) grams.add(hashOf(points, i, size))
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

/** A literal needle as the two conditions of a look-up: grams that must all be there, and the pattern that decides. */
export interface Needle {
  grams: number[]
  pattern: string
}

const mostGrams = 32

/** Null for a needle that can match nothing. */
export function needleOf(text: string): Needle | null {
  const needle = fold(text)
  if (needle.includes(separator)) return null
  const points = Array.from(needle, (character) => character.codePointAt(0)!)
  const size = Math.min(points.length, 3)
  const grams = new Set<number>()
  const places = points.length - size + 1
  // A long needle is found by runs spread over it as well as by all of them.
  const step = Math.max(1, Math.floor(places / mostGrams))
  for (let i = 0; i < places; i += step) grams.add(hashOf(points, i, size))
  return { grams: [...grams].slice(0, mostGrams), pattern: `%${likeLiteral(needle)}%` }
}
