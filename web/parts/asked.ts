import { computed } from '@preact/signals'
import type { View } from '@svc/sdk'
import { goWith, here, hereBelow } from '../address.ts'
import { data } from '../data/current.ts'
import {
  everywhere,
  plainQuestion,
  questionOfView,
  readQuestion,
  saysQuestion,
  writeQuestion,
  type Place,
  type Question,
} from './filter-question.ts'

/** Query and container of the task list, as in the URL. */
export interface Asked {
  place: Place
  question: Question
  /** Query without URL parameters: that of the saved view, or the default one. */
  base: Question
  /** Saved view; null if it does not exist, undefined if it is not loaded yet or the URL names none. */
  view: View | null | undefined
  waiting: boolean
  /** True if the query or layout differs from the saved view. */
  changed: boolean
}

const parsePath = (path: string): { kind: string; id: string } => {
  const [, kind = '', id = ''] = /^\/o\/[^/]+\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  return { kind, id: decodeURIComponent(id) }
}

const toViewContainer = ({ scope_type, scope_id }: View): Place =>
  scope_type === 'user' ? everywhere : { kind: scope_type, id: scope_id }

const toContainer = ({ kind, id }: { kind: string; id: string }): Place =>
  kind === 'p' ? { kind: 'project', id } : kind === 'team' ? { kind: 'team', id } : everywhere

export const asked = computed((): Asked => {
  const { path, query } = hereBelow.value
  const target = parsePath(path)
  const view = target.kind === 'v' ? data().row('views', target.id).value : undefined
  const container = view ? toViewContainer(view) : toContainer(target)
  const base = view ? questionOfView(view, container) : plainQuestion(container)
  const viewQuery = readQuestion(query, base)
  const changed = Boolean(view) && (saysQuestion(query) || viewQuery.layout !== base.layout)
  return {
    place: container,
    question: viewQuery,
    base,
    view,
    waiting: target.kind === 'v' && view === undefined,
    changed,
  }
})

export function ask(change: Partial<Question>): void {
  const { question: viewQuery, base, view } = asked.value
  goWith(writeQuestion({ ...viewQuery, ...change }, base, Boolean(view)))
}

/** Sets the values of a filter; removes it if there are none. */
export function askFilter(name: keyof Question['filters'], values: readonly string[]): void {
  const filters = { ...asked.value.question.filters }
  delete filters[name]
  if (values.length > 0) filters[name] = values
  ask({ filters })
}

export function askAsSaved(): void {
  const names = [...here.value.query.keys()].filter((name) => name !== 'task')
  goWith(Object.fromEntries(names.map((name) => [name, null])))
}
