import type { Context } from '../context.ts'
import { priorities, statuses, taskTypes } from '../input/enums.ts'

type Completer = (this: Context, partial: string) => Promise<string[]>
export type CompletionKind = 'projects' | 'members' | 'teams' | 'sprints' | 'tasks'

const findNames = async (context: Context, kind: CompletionKind): Promise<string[]> =>
  (await import('../actions/complete.ts')).listCompletions(context, kind)

/** Completes enum values; in a comma-separated list, the last item. */
export const completeValues = (words: readonly string[]) => (partial: string) => {
  const before = partial.slice(0, partial.lastIndexOf(',') + 1)
  return words.map((word) => before + word)
}

const buildCompleter = (complete: (context: Context, partial: string) => Promise<string[]>): Completer =>
  function (partial) {
    return complete(this, partial)
  }

/** Completes the names of existing objects and further fixed values. */
export const completeNames = (kind: CompletionKind, words: readonly string[] = []): Completer =>
  buildCompleter(async (context, partial) => completeValues([...words, ...(await findNames(context, kind))])(partial))

/** Completes a quick-add mark: `!hi`, `@ad`, `+No`. */
export const completeMark = buildCompleter(async (context, partial) => {
  const [mark = ''] = partial
  if (mark === '!') return priorities.map((word) => mark + word)
  if (mark === '@') return ['me', ...(await findNames(context, 'members'))].map((name) => mark + name)
  return mark === '+' ? (await findNames(context, 'projects')).map((name) => mark + name) : []
})

const settableFields: Readonly<Record<string, readonly string[] | CompletionKind>> = {
  title: [],
  description: [],
  status: statuses,
  priority: priorities,
  type: taskTypes,
  assignee: 'members',
  due: ['today', 'tomorrow', 'none'],
  start: ['today', 'tomorrow', 'none'],
  project: 'projects',
  team: 'teams',
  sprint: 'sprints',
  milestone: ['none'],
  goal: ['none'],
  tags: [],
}

/** Completes the name, then the value, of `status=completed`. */
export const completeSetting = buildCompleter(async (context, partial) => {
  const [, name, sign] = /^(\w+)([+-]?=)/.exec(partial) ?? []
  if (!name || !sign) return Object.keys(settableFields).map((one) => `${one}=`)
  const values = settableFields[name] ?? []
  const words = typeof values === 'string' ? await findNames(context, values) : values
  return words.map((word) => `${name}${sign}${word}`)
})
