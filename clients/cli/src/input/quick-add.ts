import { parseQuickAdd, toTaskFields, type QuickAddFields, type Unresolved } from '@svc/sdk/quick-add'
import { usageError } from '../errors.ts'
import { toIsoDate } from './days.ts'
import { dateFormatHelp, priorities } from './enums.ts'

/** Task parsed from a quick-add line; `assignee` and `project_id` are still names. */
interface ParsedTask extends QuickAddFields {
  title: string
}

/** Parses a quick-add line. Rejects unknown marks, which in a script would become part of the title unnoticed. */
export function parseTaskLine(line: string, now = new Date()): ParsedTask {
  const { title, tokens, unresolved } = parseQuickAdd(line, { today: toIsoDate(now) })
  for (const one of unresolved) throw usageError(`${describeError(one)} To keep it as text, write \\${one.text}.`)
  if (!title) throw usageError('The task has no title: add one.')
  return { title, ...toTaskFields(tokens) }
}

const plurals = {
  priority: 'priorities',
  assignee: 'assignees',
  project: 'projects',
  due: 'due dates',
  tag: 'tags',
} as const

function describeError({ kind, reason, text }: Unresolved): string {
  if (reason === 'repeated') return `There are several ${plurals[kind]}; the second is ${text}.`
  if (kind === 'priority') return `${text} is not a priority: use ${priorities.join(', ')}.`
  return `${text} is not a day. Use ${dateFormatHelp}.`
}
