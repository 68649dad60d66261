import type { Task, TaskUpdate } from '@svc/sdk'
import { usageError } from '../errors.ts'
import { personOf, projectOf, teamOf } from '../session/names.ts'
import type { Session } from '../session/session.ts'
import { requireDay } from './days.ts'

/** The changes that a task gets; tags may depend on those that it has. */
export type ChangeOf = (task: Task) => TaskUpdate

const fields = {
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  type: 'task_type',
  assignee: 'assignee',
  due: 'due_date',
  start: 'start_date',
  project: 'project_id',
  team: 'team_id',
  sprint: 'sprint_id',
  milestone: 'milestone_id',
  goal: 'goal_id',
  tags: 'tags',
} as const

type Field = keyof typeof fields

/** Reads `--set status=completed --set tags+=upkeep --set due=none`: names become ids, `none` clears. */
export async function changesOf(session: Session, settings: readonly string[]): Promise<ChangeOf> {
  const fixed: Record<string, unknown> = {}
  const more: string[] = []
  const fewer: string[] = []
  for (const setting of settings) {
    const [, name = '', sign, text = ''] = /^(\w+)([+-]?=)(.*)$/s.exec(setting) ?? []
    if (!sign || !Object.hasOwn(fields, name)) throw notUnderstood(setting)
    const field = name as Field
    if (fields[field] in fixed) throw usageError(`--set: ${name} is set twice`)
    if (sign === '=') fixed[fields[field]] = await valueOf(session, field, text)
    else if (field === 'tags') (sign === '+=' ? more : fewer).push(...tagsOf(text))
    else throw notUnderstood(setting)
  }
  const tagged = more.length > 0 || fewer.length > 0
  return (task) => ({
    ...fixed,
    ...(tagged && { tags: [...new Set([...task.tags, ...more])].filter((tag) => !fewer.includes(tag)) }),
  })
}

const notUnderstood = (setting: string) =>
  usageError(
    `--set: ${JSON.stringify(setting)} is not understood. Write name=value, or tags+=one to add and tags-=one to take away; there are ${Object.keys(fields).join(', ')}.`,
  )

const tagsOf = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

async function valueOf(session: Session, field: Field, text: string): Promise<unknown> {
  switch (field) {
    case 'tags':
      return text === 'none' ? [] : tagsOf(text)
    case 'project':
      return projectOf(session, text)
    case 'team':
      return teamOf(session, text)
    case 'assignee':
      return personOf(session, text)
    case 'due':
    case 'start':
      return text === 'none' ? null : requireDay(text, field)
    case 'priority':
    case 'status':
    case 'type':
    case 'title':
      return text
    default:
      return text === 'none' ? null : text
  }
}
