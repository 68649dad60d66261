import { computed, type ReadonlySignal } from '@preact/signals'
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

/** What the address asks of the tasks, and where. */
export interface Asked {
  place: Place
  question: Question
  /** What would be asked if the address said nothing: the view's question, or the plain one. */
  base: Question
  /** The saved view that is looked at; null: there is none such, undefined: not read yet, or no view is meant. */
  view: View | null | undefined
  /** The view is meant, but not read yet: nothing can be asked. */
  waiting: boolean
  /** A view is shown with other filters, another order or other columns than it was saved with. */
  changed: boolean
}

/** The kind of place that a path names, and its id. */
const placeInPath = (path: string): { kind: string; id: string } => {
  const [, kind = '', id = ''] = /^\/o\/[^/]+\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
  return { kind, id: decodeURIComponent(id) }
}

const placeOfView = ({ scope_type, scope_id }: View): Place =>
  scope_type === 'user' ? everywhere : { kind: scope_type, id: scope_id }

const placeOf = ({ kind, id }: { kind: string; id: string }): Place =>
  kind === 'p' ? { kind: 'project', id } : kind === 'team' ? { kind: 'team', id } : everywhere

export const asked: ReadonlySignal<Asked> = computed(() => {
  const { path, query } = hereBelow.value
  const at = placeInPath(path)
  const view = at.kind === 'v' ? data().row('views', at.id).value : undefined
  const place = view ? placeOfView(view) : placeOf(at)
  const base = view ? questionOfView(view, place) : plainQuestion(place)
  const question = readQuestion(query, base)
  const changed = Boolean(view) && (saysQuestion(query) || question.layout !== base.layout)
  return { place, question, base, view, waiting: at.kind === 'v' && view === undefined, changed }
})

/** Asks another question: it goes into the address. */
export function ask(change: Partial<Question>): void {
  const { question, base, view } = asked.value
  goWith(writeQuestion({ ...question, ...change }, base, Boolean(view)))
}

/** Sets the values of one filter; without any it is gone. */
export function askFilter(name: keyof Question['filters'], values: readonly string[]): void {
  const filters = { ...asked.value.question.filters }
  delete filters[name]
  if (values.length > 0) filters[name] = values
  ask({ filters })
}

/** Goes back to what the view asks. */
export function askAsSaved(): void {
  const names = [...here.value.query.keys()].filter((name) => name !== 'task')
  goWith(Object.fromEntries(names.map((name) => [name, null])))
}
