import { usageError } from '../errors.ts'
import { projectOf, personOf, teamOf } from '../session/names.ts'
import type { Session } from '../session/session.ts'
import { spanOf, type Span } from './days.ts'
import { openStatuses } from './words.ts'

/** What tasks are wanted, as the options of `svc tasks list` say it; `--filter` says the same in one line. */
export interface Wanted {
  status?: readonly string[]
  open?: boolean
  deleted?: boolean
  priority?: readonly string[]
  assignee?: readonly string[]
  mine?: boolean
  project?: readonly string[]
  team?: readonly string[]
  tag?: readonly string[]
  type?: readonly string[]
  sprint?: readonly string[]
  milestone?: readonly string[]
  goal?: readonly string[]
  due?: string
  search?: string
}

const lists = [
  'status',
  'priority',
  'assignee',
  'project',
  'team',
  'tag',
  'type',
  'sprint',
  'milestone',
  'goal',
] as const
/** All that can be wanted, by the names of the options. */
export const keys = [...lists, 'due', 'search', 'mine', 'open', 'deleted'] as const

/** Reads `status=backlog,blocked assignee=me due<7d search="load limit" mine`. */
export function parseFilter(expression: string): Wanted {
  const wanted: Record<string, unknown> = {}
  const part = /([a-z]+)(?:(=|<=|>=|<|>)(?:"([^"]*)"|(\S*)))?(?=\s|$)|(\S+)/g
  for (const [whole, key, sign, quoted, plain, strange] of expression.matchAll(part)) {
    const value = quoted ?? plain ?? ''
    if (strange !== undefined || !keys.some((one) => one === key)) throw notUnderstood(whole)
    if (key === 'mine' || key === 'open' || key === 'deleted') wanted[key] = value === '' || value === 'true'
    else if (sign === undefined || value === '') throw notUnderstood(whole)
    else if (key === 'due') wanted.due = sign === '=' ? value : sign + value
    else if (sign !== '=') throw notUnderstood(whole)
    else if (key === 'search') wanted.search = value
    else wanted[key!] = value.split(',')
  }
  return wanted as Wanted
}

const notUnderstood = (part: string) =>
  usageError(
    `--filter: ${JSON.stringify(part)} is not understood. Write for example 'status=backlog,blocked mine due<7d project=North-quay search="load limit"'; there are ${keys.join(', ')}.`,
  )

/** The filter of the API: `filter[…]` by name. */
export interface TaskFilter extends Span {
  status?: string[]
  priority?: string[]
  assignee?: string[]
  project?: string[]
  team?: string[]
  tags?: string[]
  task_type?: string[]
  sprint?: string[]
  milestone?: string[]
  goal?: string[]
  search?: string
  deleted?: 'true'
}

/** Turns names into ids. */
export async function filterOf(session: Session, wanted: Wanted): Promise<TaskFilter> {
  if (wanted.mine && wanted.assignee) throw usageError('--mine and --assignee say the same')
  if (wanted.open && wanted.status) throw usageError('--open and --status say the same')
  const [assignee, project, team] = await Promise.all([
    each(wanted.assignee, async (name) =>
      name === 'me' ? 'me' : ((await personOf(session, name)) ?? '__none__'),
    ),
    each(wanted.project, async (name) => (await projectOf(session, name)) ?? '__unfiled__'),
    each(wanted.team, async (name) => (await teamOf(session, name)) ?? '__none__'),
  ])
  // The server's filter includes archived tasks, which do not count as overdue.
  const span: Span = wanted.due === undefined ? {} : spanOf(wanted.due)
  const none = (one: string) => (one === 'none' ? '__none__' : one)
  const filter: Record<string, unknown> = {
    status:
      wanted.open || (span.overdue && !wanted.status)
        ? openStatuses
        : wanted.status?.includes('any')
          ? undefined
          : wanted.status,
    priority: wanted.priority,
    assignee: wanted.mine ? ['me'] : assignee,
    project,
    team,
    tags: wanted.tag,
    task_type: wanted.type,
    sprint: wanted.sprint?.map(none),
    milestone: wanted.milestone?.map(none),
    goal: wanted.goal?.map(none),
    search: wanted.search,
    deleted: wanted.deleted ? 'true' : undefined,
    ...span,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as TaskFilter
}

async function each<T>(values: readonly string[] | undefined, find: (value: string) => Promise<T>) {
  return values && Promise.all(values.map(find))
}
