import { computed } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { LIST_FIELDS } from '../../store/row-store.ts'
import type { RowList } from '../../store/types.ts'
import { timelineTexts as messages } from '../../messages/timeline.ts'
import { formatDay } from '../../components/util/dates.ts'
import { buildTaskQuery, type TaskContainer, type ViewQuery } from '../views/view-query.ts'
import { findSpan, isLateBlocker, isOpenBlocker } from './spans.ts'
import { formatList } from '../../components/util/intl.ts'

/** Task that another one waits for, with its row if it is in the list. */
export interface Blocker {
  task: Task
  row: number | undefined
  isLate: boolean
  /** False once it blocks no more, since it is completed or archived. */
  isOpen: boolean
}

export class TimelineTasks {
  readonly list: RowList<'tasks'>

  constructor(query: ViewQuery, container: TaskContainer) {
    const request = buildTaskQuery({ ...query, group: null }, container)
    this.list = getStore().list('tasks', { ...request, fields: [...LIST_FIELDS, 'dependencies'] })
  }

  readonly count = computed(() => this.list.count.value ?? 0)
  readonly #rows = computed(() => new Map(this.list.ids.value.map((id, row) => [id, row])))

  getId = (row: number): string | undefined => this.list.ids.value[row]
  findRow = (id: string): number | undefined => this.#rows.value.get(id)
  listLoadedIds = (): string[] => this.list.ids.value.filter((id) => id !== undefined)

  /** Returns the tasks that a task waits for, as far as they are loaded; others are read. */
  listBlockers(task: Task): Blocker[] {
    return (task.dependencies ?? []).flatMap((id) => {
      const blocker = getStore().row('tasks', id).value
      if (!blocker) return []
      const [isLate, isOpen] = [isLateBlocker(blocker, task), isOpenBlocker(blocker)]
      return [{ task: blocker, row: this.findRow(id), isLate, isOpen }]
    })
  }
}

/** Reads the tasks that a task waits for and that no list has loaded. */
export function readBlockers({ dependencies = [] }: Task): void {
  for (const id of dependencies) if (getStore().row('tasks', id).peek() === undefined) void getStore().read('tasks', id)
}

export function formatSpan(task: Pick<Task, 'start_date' | 'due_date'>): string {
  const span = findSpan(task)
  return span ? messages.span(formatDay(span.from), formatDay(span.to)) : messages.noDates
}

/** Returns the title of a task after its key. */
export const toTitleWithKey = ({ key, title }: Task): string => (key ? `${key} ${title}` : title)

export const listBlockerNames = (blockers: readonly Blocker[]): string =>
  formatList(
    blockers.map(({ task: { title }, isLate, isOpen }) =>
      isLate ? messages.lateBlocker(title) : isOpen ? title : messages.doneBlocker(title),
    ),
  )
