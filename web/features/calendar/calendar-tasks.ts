import { computed, effect } from '@preact/signals'
import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import type { RowList } from '../../store/types.ts'
import { priorityOrder } from '../../messages/enums.ts'
import { isFinished, openStatuses } from '../tasks/open-statuses.ts'
import { buildTaskQuery, type TaskContainer, type TaskFilters, type ViewQuery } from '../views/view-query.ts'

/** Maximum number of tasks read for a period; the calendar shows how many more there are. */
export const MAX_CALENDAR_TASKS = 5000
/** Maximum number of tasks without a due date, which are in the tray. */
const MAX_TRAY_TASKS = 1000

const pickLater = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b)
const pickEarlier = (a: string | undefined, b: string): string => (a !== undefined && a < b ? a : b)

const isDateFilter = (name: string): boolean => ['due_after', 'due_before', 'overdue', 'undated'].includes(name)

function buildQuery(query: ViewQuery, container: TaskContainer, filters: TaskFilters) {
  return buildTaskQuery({ ...query, filters, group: null, sort: 'due_date', isDescending: false }, container)
}

/** Open tasks first, then by priority and title. */
const compareTasks = (a: Task, b: Task): number =>
  Number(isFinished(a.status)) - Number(isFinished(b.status)) ||
  priorityOrder.indexOf(a.priority) - priorityOrder.indexOf(b.priority) ||
  a.title.localeCompare(b.title)

/** Tasks that are due in a period, by day, and open ones without a due date. */
export class CalendarTasks {
  readonly #dated: RowList<'tasks'>
  readonly #undated: RowList<'tasks'> | undefined
  readonly #disposers: (() => void)[]

  constructor(query: ViewQuery, container: TaskContainer, days: readonly string[]) {
    const { filters } = query
    const [from, to] = [pickLater(filters.due_after?.[0], days[0]!), pickEarlier(filters.due_before?.[0], days.at(-1)!)]
    const store = getStore()
    this.#dated = store.list('tasks', buildQuery(query, container, { ...filters, due_after: [from], due_before: [to] }))
    if (!Object.keys(filters).some(isDateFilter))
      this.#undated = store.list(
        'tasks',
        buildQuery(query, container, { status: openStatuses, ...filters, undated: ['true'] }),
      )
    this.#disposers = [
      readAll(this.#dated, MAX_CALENDAR_TASKS),
      ...(this.#undated ? [readAll(this.#undated, MAX_TRAY_TASKS)] : []),
    ]
  }

  readonly byDay = computed((): ReadonlyMap<string, readonly Task[]> => {
    const days = new Map<string, Task[]>()
    for (const task of listLoadedTasks(this.#dated)) {
      if (task.due_date === null) continue
      const tasks = days.get(task.due_date)
      if (tasks) tasks.push(task)
      else days.set(task.due_date, [task])
    }
    for (const tasks of days.values()) tasks.sort(compareTasks)
    return days
  })
  readonly undated = computed((): readonly Task[] =>
    (this.#undated ? listLoadedTasks(this.#undated) : [])
      .filter((task) => task.due_date === null && !isFinished(task.status))
      .sort(compareTasks),
  )
  readonly hasTray = computed(() => this.#undated !== undefined)
  readonly count = computed(() => this.#dated.count.value)
  readonly problem = computed(() => this.#dated.problem.value ?? this.#undated?.problem.value)
  readonly isLoading = computed(() => this.#dated.state.value === 'loading')

  reload = (): void => {
    this.#dated.reload()
    this.#undated?.reload()
  }
  dispose = (): void => {
    for (const dispose of this.#disposers) dispose()
    this.#dated.close()
    this.#undated?.close()
  }
}

const readAll = (list: RowList<'tasks'>, max: number): (() => void) =>
  effect(() => list.setVisibleRange(0, Math.min(list.count.value ?? 0, max)))

const listLoadedTasks = ({ ids }: RowList<'tasks'>): Task[] =>
  ids.value.flatMap((id) => (id === undefined ? [] : (getStore().row('tasks', id).value ?? [])))
