import type { TasksListQuery } from '@svc/sdk'
import type { Context } from '../context.ts'
import { usageError } from '../errors.ts'
import {
  resolveTaskFilter,
  filterNames,
  parseFilter,
  type ParsedFilter,
  type TaskFilterOptions,
} from '../input/filters.ts'
import { sortFields } from '../input/enums.ts'
import { printRows, type ListFlags } from '../output/rows.ts'
import { isReadableTask, taskTable } from '../output/tasks.ts'
import { openSession, type Session } from '../session/session.ts'

export interface ListTasksFlags extends ListFlags, TaskFilterOptions {
  filter?: string
  sort?: string
  desc?: boolean
  limit?: number
  all?: boolean
}

const DEFAULT_LIMIT = 50

/** Lists tasks, by default open ones by due date, and reports a truncated list. */
export async function listTasks(context: Context, flags: ListTasksFlags): Promise<void> {
  if (flags.all && flags.limit !== undefined) throw usageError('--all and --limit cannot be combined')
  const session = openSession(context, flags)
  const max = flags.all ? Infinity : (flags.limit ?? DEFAULT_LIMIT)
  const query = {
    ...(await buildTaskQuery(session, { ...flags, sort: flags.sort ?? 'due' }, 'open')),
    // One extra row shows that the list was truncated.
    limit: Math.min(max + 1, 1000),
  }
  const found = await session.svc.tasks.list(query, { signal: context.signal }).toArray({ max: max + 1 })
  const rows = found.slice(0, max).filter(isReadableTask)
  printRows(context, rows, taskTable, flags)
  if (found.length > max) context.note(`Only the first ${max} tasks are listed. For more, use --all or --limit N.`)
}

/** Builds the API query from the options; `usual` is the default status filter. */
export async function buildTaskQuery(
  session: Session,
  flags: ListTasksFlags,
  usual: 'open' | 'any' = 'any',
): Promise<TasksListQuery> {
  const named: ParsedFilter = {
    ...(flags.filter === undefined ? {} : parseFilter(flags.filter)),
    ...pickFilters(flags),
  }
  const isUsual = usual === 'open' && !named.status && named.open === undefined && !named.deleted
  const wanted = isUsual ? { ...named, open: true } : named
  const inFolder = wanted.project ?? (session.project === undefined ? undefined : [session.project])
  const { project: _, ...others } = wanted
  const projects = inFolder?.includes('any') ? undefined : inFolder
  const filter = await resolveTaskFilter(session, projects ? { ...others, project: projects } : others)
  return {
    filter: filter as NonNullable<TasksListQuery['filter']>,
    ...(flags.sort !== undefined && { sort_by: toSort(flags.sort) }),
    ...(flags.desc && { sort_order: 'desc' as const }),
  }
}

const toSort = (name: string) =>
  (Object.hasOwn(sortFields, name) ? sortFields[name] : name) as NonNullable<TasksListQuery['sort_by']>

const pickFilters = (flags: TaskFilterOptions): TaskFilterOptions =>
  Object.fromEntries(filterNames.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])))

/** Searches tasks of any status, last changed first. */
export async function searchTasks(
  context: Context,
  flags: Omit<ListTasksFlags, 'search'>,
  ...words: string[]
): Promise<void> {
  const search = words.join(' ')
  if (!search) throw usageError('Pass a search text: svc search crane')
  const order = flags.sort === undefined && { sort: 'updated_at', desc: true }
  const anyStatus = !flags.open && !flags.status && !flags.deleted && { status: ['any'] }
  return listTasks(context, { ...flags, ...order, ...anyStatus, search })
}
