import { usageError } from '../errors.ts'
import { requireDay } from './days.ts'
import { priorities } from './words.ts'

/** A task as it was written in a line; names are still those of the person. */
export interface Written {
  title: string
  priority?: string
  assignee?: string
  tags: string[]
  project?: string
  due_date?: string
}

/** One word of a line: a mark and what it marks, plain or in quotes, or a word of the title. */
const word = /(?<mark>[!@#+^])"(?<quoted>[^"]+)"|\S+/g

/**
 * Reads `Grease crane !high @ada #upkeep +North-quay ^fri`. A mark counts at the beginning of a word; `\` before it makes
 * it text. A name with spaces is written with dashes or in quotes.
 */
export function quickAdd(line: string, now = new Date()): Written {
  const title: string[] = []
  const found: Record<string, string[]> = { '!': [], '@': [], '#': [], '+': [], '^': [] }
  for (const { 0: text, groups } of line.matchAll(word)) {
    const mark = groups?.mark ?? text[0]!
    const value = groups?.quoted ?? text.slice(1)
    if (Object.hasOwn(found, mark) && value) found[mark]!.push(value)
    else title.push(/^\\[!@#+^]/.test(text) ? text.slice(1) : text)
  }
  if (title.length === 0) throw usageError('The task has no title: write what is to be done.')
  const priority = single(found['!']!, '!', 'priorities')?.toLowerCase()
  if (priority !== undefined && !(priorities as readonly string[]).includes(priority))
    throw usageError(
      `!${priority} is no priority: ${priorities.join(', ')}. Where it is text, write \\!${priority}.`,
    )
  const due = single(found['^']!, '^', 'due dates')
  return {
    title: title.join(' '),
    tags: [...new Set(found['#'])],
    ...(priority && { priority }),
    ...optional('assignee', single(found['@']!, '@', 'people')),
    ...optional('project', single(found['+']!, '+', 'projects')),
    ...optional('due_date', due && requireDay(due, `^${due}`, now)),
  }
}

function single(values: string[], mark: string, what: string): string | undefined {
  if (values.length > 1)
    throw usageError(`There are ${values.length} ${what}: ${values.map((one) => mark + one).join(', ')}`)
  return values[0]
}

const optional = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: string }
