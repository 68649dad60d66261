import type { CustomFilter, TaskClaimFilter } from '@svc/sdk'
import { usageError } from '../errors.ts'
import { resolveProject, resolveMember, resolveTeam } from '../session/resolve-names.ts'
import type { Session } from '../session/session.ts'
import { parseDueRange, type DueRange } from './days.ts'
import { openStatuses } from './enums.ts'

/** Filter options of `svc tasks list`; `--filter` accepts the same in one expression. */
export interface TaskFilterOptions {
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

/** Filters of `--filter`, of which some have no option. */
export interface ParsedFilter extends TaskFilterOptions {
  claimed?: readonly string[]
  /** Values or ranges of custom fields by key. */
  custom?: Record<string, CustomFilter>
}

const LIST_FILTERS = [
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
export const filterNames = [...LIST_FILTERS, 'due', 'search', 'mine', 'open', 'deleted'] as const

/** Parses `status=backlog,blocked assignee=me due<7d search="load limit" mine custom.effort>=2`. */
export function parseFilter(expression: string): ParsedFilter {
  const wanted: Record<string, unknown> = {}
  const part = /([a-z]+(?:\.[a-z][a-z0-9_]*)?)(?:(=|<=|>=|<|>)(?:"([^"]*)"|(\S*)))?(?=\s|$)|(\S+)/g
  for (const [whole, key, sign, quoted, plain, invalid] of expression.matchAll(part)) {
    const value = quoted ?? plain ?? ''
    const customKey = /^custom\.(.+)$/.exec(key ?? '')?.[1]
    if (invalid === undefined && customKey !== undefined) {
      wanted.custom = addCustomFilter(wanted.custom as ParsedFilter['custom'], customKey, sign, value, whole)
      continue
    }
    if (invalid !== undefined || ![...filterNames, 'claimed'].some((one) => one === key)) throw invalidFilter(whole)
    if (key === 'mine' || key === 'open' || key === 'deleted') wanted[key] = value === '' || value === 'true'
    else if (sign === undefined || value === '') throw invalidFilter(whole)
    else if (key === 'due') wanted.due = sign === '=' ? value : sign + value
    else if (sign !== '=') throw invalidFilter(whole)
    else if (key === 'search') wanted.search = value
    else wanted[key!] = value.split(',')
  }
  return wanted as ParsedFilter
}

/** Adds the values of a custom field, or one end of its range. */
function addCustomFilter(
  filters: ParsedFilter['custom'] = {},
  key: string,
  sign: string | undefined,
  value: string,
  part: string,
): ParsedFilter['custom'] {
  if (value === '' || sign === undefined || sign === '<' || sign === '>') throw invalidFilter(part)
  if (sign === '=') return { ...filters, [key]: value.split(',').map(toNone) }
  const range = filters[key]?.constructor === Object ? (filters[key] as object) : {}
  return { ...filters, [key]: { ...range, [sign === '>=' ? 'from' : 'to']: value } }
}

const toNone = (value: string): string => (value === 'none' ? '__none__' : value)

const invalidFilter = (part: string) =>
  usageError(
    `--filter: ${JSON.stringify(part)} is not valid. Example: 'status=backlog,blocked mine due<7d project=North-quay search="load limit"'. Filters: ${filterNames.join(', ')}, claimed, custom.KEY.`,
  )

/** Filter of the API: the values of `filter[NAME]`. */
interface TaskFilter extends DueRange {
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
  claimed?: TaskClaimFilter[]
  custom?: Record<string, CustomFilter>
  deleted?: 'true'
}

export async function resolveTaskFilter(session: Session, wanted: ParsedFilter): Promise<TaskFilter> {
  if (wanted.mine && wanted.assignee) throw usageError('--mine and --assignee cannot be combined')
  if (wanted.open && wanted.status) throw usageError('--open and --status cannot be combined')
  const [assignee, project, team] = await Promise.all([
    resolveAll(wanted.assignee, async (name) =>
      name === 'me' ? 'me' : ((await resolveMember(session, name)) ?? '__none__'),
    ),
    resolveAll(wanted.project, async (name) => (await resolveProject(session, name)) ?? '__unfiled__'),
    resolveAll(wanted.team, async (name) => (await resolveTeam(session, name)) ?? '__none__'),
  ])
  // Restricted to open statuses, since the server's overdue filter includes archived tasks.
  const span: DueRange = wanted.due === undefined ? {} : parseDueRange(wanted.due)
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
    sprint: wanted.sprint?.map(toNone),
    milestone: wanted.milestone?.map(toNone),
    goal: wanted.goal?.map(toNone),
    search: wanted.search,
    claimed: wanted.claimed,
    custom: wanted.custom,
    deleted: wanted.deleted ? 'true' : undefined,
    ...span,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as TaskFilter
}

async function resolveAll<T>(values: readonly string[] | undefined, find: (value: string) => Promise<T>) {
  return values && Promise.all(values.map(find))
}
