import type { Task, TaskUpdate } from '@svc/sdk'
import { usageError } from '../errors.ts'
import { resolveMember, resolveProject, resolveTeam } from '../session/resolve-names.ts'
import type { Session } from '../session/session.ts'
import { parseCustomValue } from './custom-fields.ts'
import { requireDay } from './days.ts'

/** Builds the update of a task; needs the task because `tags+=` and `tags-=` depend on its tags. */
export type BuildTaskUpdate = (task: Task) => TaskUpdate

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

/** Parses `--set status=completed --set tags+=upkeep --set due=none`: resolves names to ids; `none` clears. */
export async function parseTaskChanges(session: Session, settings: readonly string[]): Promise<BuildTaskUpdate> {
  const fixed: Record<string, unknown> = {}
  const custom: Record<string, unknown> = {}
  const addedTags: string[] = []
  const removedTags: string[] = []
  for (const setting of settings) {
    const [, name = '', sign, text = ''] = /^(custom\.\w+|\w+)([+-]?=)(.*)$/s.exec(setting) ?? []
    const key = customKey(name)
    if (key !== undefined && sign === '=') {
      if (Object.hasOwn(custom, key)) throw usageError(`--set: ${name} is set twice`)
      custom[key] = await parseCustomValue(session, key, text)
      continue
    }
    if (!sign || !Object.hasOwn(fields, name)) throw invalidSetting(setting)
    const field = name as Field
    if (fields[field] in fixed) throw usageError(`--set: ${name} is set twice`)
    if (sign === '=') fixed[fields[field]] = await parseValue(session, field, text)
    else if (field === 'tags') (sign === '+=' ? addedTags : removedTags).push(...parseTags(text))
    else throw invalidSetting(setting)
  }
  const hasTagChanges = addedTags.length > 0 || removedTags.length > 0
  return (task) => ({
    ...fixed,
    ...(Object.keys(custom).length > 0 && { custom }),
    ...(hasTagChanges && {
      tags: [...new Set([...task.tags, ...addedTags])].filter((tag) => !removedTags.includes(tag)),
    }),
  })
}

/** Returns the key of a custom field that is written as `custom.KEY`. */
const customKey = (name: string): string | undefined => /^custom\.(\w+)$/.exec(name)?.[1]

const invalidSetting = (setting: string) =>
  usageError(
    `--set: ${JSON.stringify(setting)} is not valid. Write name=value, or tags+=one to add and tags-=one to remove a tag. Names: ${Object.keys(fields).join(', ')}, custom.KEY.`,
  )

const parseTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

async function parseValue(session: Session, field: Field, text: string): Promise<unknown> {
  switch (field) {
    case 'tags':
      return text === 'none' ? [] : parseTags(text)
    case 'project':
      return resolveProject(session, text)
    case 'team':
      return resolveTeam(session, text)
    case 'assignee':
      return resolveMember(session, text)
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
