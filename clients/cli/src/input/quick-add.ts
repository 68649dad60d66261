import { parseQuickAdd, toTaskFields, type QuickAddFields, type Unresolved } from '@svc/sdk/quick-add'
import { usageError } from '../errors.ts'
import { isoDay } from './days.ts'
import { daysHelp, priorities } from './words.ts'

/** A task as it was written in a line; `assignee` and `project_id` are still names. */
export interface Written extends QuickAddFields {
  title: string
}

/**
 * Reads `Grease crane !high @ada #upkeep +North-quay ^fri`. A mark that stands for nothing is refused: in a script it
 * would become a part of the title unnoticed.
 */
export function readLine(line: string, now = new Date()): Written {
  const { title, tokens, unresolved } = parseQuickAdd(line, { today: isoDay(now) })
  for (const one of unresolved) throw usageError(`${reasonFor(one)} Where it is text, write \\${one.text}.`)
  if (!title) throw usageError('The task has no title: write what is to be done.')
  return { title, ...toTaskFields(tokens) }
}

const plural = {
  priority: 'priorities',
  assignee: 'people',
  project: 'projects',
  due: 'due dates',
  tag: 'tags',
} as const

function reasonFor({ kind, reason, text }: Unresolved): string {
  if (reason === 'repeated') return `There are several ${plural[kind]}; the second is ${text}.`
  if (kind === 'priority') return `${text} is no priority: ${priorities.join(', ')}.`
  return `${text} is no day. Write ${daysHelp}.`
}
