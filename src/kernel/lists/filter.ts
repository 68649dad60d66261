import { isDate, isDateTime, restorePlus } from '../values/dates.ts'
import { invalidParameter } from '../problem.ts'
import { fold, hasLongRun } from '../text.ts'

/** What one `filter[key]` takes. */
export type FilterSpec = { description: string } & (
  | { kind: 'closed'; values: readonly string[] }
  /**
   * It takes any value, and one that is unknown matches nothing. With `me` the values are usernames, and the word `me`
   * is the caller's. `most`: so many values at most.
   */
  | { kind: 'open'; me?: true; most?: number }
  /** One `YYYY-MM-DD`. */
  | { kind: 'date' }
  /** One date or date-time. */
  | { kind: 'instant' }
  /** `true` and nothing else. */
  | { kind: 'flag' }
  /** Literal texts, never split at commas; sent again for several, of which each is looked for by itself. */
  | { kind: 'literal' }
)
/** The filters of a list by their keys, as in `filter[key]`. */
export type FilterSpecs = Record<string, FilterSpec>
/** Values by key. A row has to meet one value of each key. */
export type Filters = Record<string, string[]>

/** Literal texts that one filter takes. */
const mostLiterals = 10

/** Reads every `filter[…]` of a query; an unknown key or value is 400 and names what is allowed. */
export function readFilters(specs: FilterSpecs, raw: Record<string, string | string[] | undefined>): Filters {
  const filters: Filters = Object.create(null) as Filters
  for (const [name, value] of Object.entries(raw)) {
    if (!name.startsWith('filter[')) continue
    const key = /^filter\[([^\]]*)\]$/.exec(name)?.[1] ?? ''
    const spec = Object.hasOwn(specs, key) ? specs[key] : undefined
    if (!spec)
      throw invalidParameter(
        name.slice(0, 100),
        'Unknown filter.',
        Object.keys(specs).map((known) => `filter[${known}]`),
      )
    const values = valuesOf(name, spec, Array.isArray(value) ? value : [value ?? ''])
    if (values.length > 0) filters[key] = values
  }
  return filters
}

/** The filters as a cursor is bound to them: the same text however they were written, by `me` or by the username. */
export function boundFilters(specs: FilterSpecs, filters: Filters, username: string): string {
  const bound = Object.entries(filters).map(([key, values]) => {
    const spec = specs[key]
    const isName = spec?.kind === 'open' && spec.me
    const meant = isName ? values.map((value) => fold(value === 'me' ? username : value)) : values
    return [key, [...new Set(meant)].sort()] as const
  })
  return JSON.stringify(bound.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function valuesOf(name: string, spec: FilterSpec, given: string[]): string[] {
  if (given.some((value) => value.includes('\0')))
    throw invalidParameter(name, 'A NUL character matches nothing.')
  if (given.some(hasLongRun))
    throw invalidParameter(name, 'More than 30 combining marks in a row match nothing.')
  if (spec.kind === 'closed' || spec.kind === 'open') {
    const values = given.flatMap((value) => value.split(',')).map((value) => value.trim())
    for (const value of values) {
      if (value === '') throw invalidParameter(name, `${name} needs a value.`, allowedOf(spec))
      if (spec.kind === 'closed' && !spec.values.includes(value))
        throw invalidParameter(name, `${name} does not take "${value.slice(0, 60)}".`, spec.values)
    }
    if (spec.kind === 'open' && spec.most !== undefined && values.length > spec.most)
      throw invalidParameter(name, `${name} takes ${spec.most} values at most, not ${values.length}.`)
    return values
  }
  if (spec.kind === 'literal') {
    if (given.length > mostLiterals)
      throw invalidParameter(name, `Send ${name} ${mostLiterals} times at most.`)
    return given.filter((value) => value !== '')
  }
  if (given.length > 1) throw invalidParameter(name, `Send ${name} once.`)
  const value = given[0]!
  if (spec.kind === 'flag') {
    if (value !== 'true') throw invalidParameter(name, `${name} takes true alone.`, ['true'])
  } else if (!isDate(value) && (spec.kind === 'date' || !isDateTime(restorePlus(value))))
    throw invalidParameter(
      name,
      `${name} takes ${spec.kind === 'date' ? 'YYYY-MM-DD' : 'a date or a date-time'}.`,
    )
  return [value]
}

const allowedOf = (spec: FilterSpec): readonly string[] | undefined =>
  spec.kind === 'closed' ? spec.values : undefined
