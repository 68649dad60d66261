import type { Priority } from '@svc/sdk'
import { priorityWords } from '@svc/sdk/words'
import { fold } from '../../ui/find.ts'

/** What a part of the line is understood as. */
export interface Understood {
  what: 'priority' | 'tag' | 'assignee' | 'project' | 'due'
  /** As the API takes it. */
  value: string
  /** As a person reads it. */
  label: string
  /** The words of the line, by which the person takes it back. */
  text: string
  from: number
  to: number
}

/** Who and what can be named. */
export interface Known {
  people: readonly { username: string; hint?: string | undefined }[]
  projects: readonly { project_id: string; name: string }[]
}

export interface Line {
  title: string
  parts: Understood[]
}

/** A mark at the beginning of a word and what it marks, plain or in quotes. */
const marked = /(?<![^\s])(?<mark>[!@#+])(?:"(?<quoted>[^"]+)"|(?<plain>[^\s"]+))/g

/**
 * Reads `Order rope fri !high #upkeep @ada +Quay`. What names nothing that there is stays a part of the title, as does what
 * the person took back (`rejected`, by its words). `day` is what was found to name a day.
 */
export function parse(
  line: string,
  known: Known,
  rejected: ReadonlySet<string>,
  day?: { date: string; from: number; to: number; label: string },
): Line {
  const parts: Understood[] = []
  for (const match of line.matchAll(marked)) {
    const { mark, quoted, plain } = match.groups!
    const found = meaning(mark!, quoted ?? plain!, known)
    const text = match[0]
    if (
      !found ||
      rejected.has(text) ||
      (found.what !== 'tag' && parts.some(({ what }) => what === found.what))
    )
      continue
    parts.push({ ...found, text, from: match.index, to: match.index + text.length })
  }
  if (day) {
    const text = line.slice(day.from, day.to)
    const taken = parts.some(({ from, to }) => day.from < to && from < day.to)
    if (!taken && !rejected.has(text))
      parts.push({ what: 'due', value: day.date, label: day.label, text, from: day.from, to: day.to })
  }
  return { title: titleOf(line, parts), parts }
}

/** The line with what is marked made blank, for what looks for days in it. */
export const withoutMarks = (line: string): string => line.replace(marked, (text) => ' '.repeat(text.length))

type Meaning = Pick<Understood, 'what' | 'value' | 'label'>

function meaning(mark: string, text: string, { people, projects }: Known): Meaning | undefined {
  if (mark === '#') return { what: 'tag', value: text.replaceAll(',', ''), label: text }
  if (mark === '!') {
    const value = one(priorityWords, text, (word) => word)
    return value && { what: 'priority', value, label: value }
  }
  if (mark === '@') {
    const person = one(people, text, ({ username }) => username)
    return person && { what: 'assignee', value: person.username, label: person.username }
  }
  const project = one(projects, text, ({ name }) => name)
  return project && { what: 'project', value: project.project_id, label: project.name }
}

/** Spaces are written as dashes, and case and accents do not count. */
const plainName = (name: string) => fold(name).replace(/[\s_-]+/g, '-')

/** The one that is called so; else the only one that begins so, or in which a word does. */
function one<T>(rows: readonly T[], text: string, nameOf: (row: T) => string): T | undefined {
  const needle = plainName(text)
  const exact = rows.filter((row) => plainName(nameOf(row)) === needle)
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  if (needle.length < 2) return undefined
  for (const fits of [
    (name: string) => name.startsWith(needle),
    (name: string) => name.split('-').some((word) => word.startsWith(needle)),
  ]) {
    const found = rows.filter((row) => fits(plainName(nameOf(row))))
    if (found.length > 0) return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

/** The line without what was understood, and without the little word that leads to a day. */
function titleOf(line: string, parts: readonly Understood[]): string {
  let title = ''
  let at = 0
  for (const { from, to, what } of parts.toSorted((a, b) => a.from - b.from)) {
    const before = line.slice(at, from)
    title += what === 'due' ? before.replace(/(^|\s)(?:by|on|due|until)\s+$/i, '$1') : before
    at = to
  }
  return (title + line.slice(at)).replace(/\s+/g, ' ').trim()
}

/** What of the task is understood, as the API takes it. */
export function attributesOf({ parts }: Line): {
  priority?: Priority
  assignee?: string
  project_id?: string
  due_date?: string
  tags?: string[]
} {
  const value = (what: Understood['what']) => parts.find((part) => part.what === what)?.value
  const tags = [...new Set(parts.filter(({ what }) => what === 'tag').map((part) => part.value))]
  const [priority, assignee, project, due] = (['priority', 'assignee', 'project', 'due'] as const).map(value)
  return {
    ...(priority && { priority: priority as Priority }),
    ...(assignee && { assignee }),
    ...(project && { project_id: project }),
    ...(due && { due_date: due }),
    ...(tags.length > 0 && { tags }),
  }
}
