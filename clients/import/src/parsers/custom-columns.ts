/** Columns of a table that become custom fields. */
import type { Entry } from '../format/kinds.ts'
import {
  buildValueParser,
  ColumnProfile,
  hasStrictSeparator,
  MAX_LABEL,
  MAX_OPTIONS,
  splitItems,
  splitStrictly,
  type CustomType,
} from './custom-types.ts'
import type { DateOrder } from './dates.ts'
import { digestText } from './text.ts'

/** Maximum number of custom fields of a project, and so of a file. */
const MAX_FIELDS = 50
const MAX_KEY = 40

export interface CustomColumn {
  name: string
  /** Guessed from the values if unset. */
  type?: CustomType | undefined
}

interface Field {
  key: string
  type: CustomType
  parse: (values: readonly string[]) => unknown
  split: (text: string) => string[]
}

interface Candidate extends CustomColumn {
  profile: ColumnProfile
  /** Facts of the items if only semicolons and lines separate them, which counts if a cell has some. */
  strict: ColumnProfile
  isStrict: boolean
  projects: Set<string>
}

interface Values {
  custom: Record<string, unknown>
  extra: Record<string, unknown>
}

/** Returns the properties of a task for its values, without empty ones. */
export const pickFilled = (values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, inner]) => Object.keys(inner).length > 0))

const hasItems = (type: CustomType | undefined) => type === 'multi_select' || type === 'people'

const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')

/** Returns a key for a name that no other name of `taken` has. */
export function chooseKey(name: string, fallback: string, taken: ReadonlySet<string>): string {
  const slug = toSlug(name).slice(0, MAX_KEY).replace(/_+$/, '') || fallback
  return taken.has(slug) ? `${slug.slice(0, MAX_KEY - 14)}_${digestText(name).slice(0, 13)}` : slug
}

/** Reads the columns of a table twice: `observe` all of its rows first, then `read` them. */
export class CustomColumns {
  readonly #candidates = new Map<string, Candidate>()
  readonly #fields = new Map<string, Field>()
  /** Names of columns whose dates may have day and month in either order. */
  readonly openDates: string[] = []

  /** Columns beyond the maximum stay what they are, first those without a type. */
  constructor(columns: readonly CustomColumn[]) {
    const typed = columns.filter(({ type }) => type !== undefined)
    for (const column of [...typed, ...columns]) {
      if (this.#candidates.has(column.name) || this.#candidates.size >= MAX_FIELDS) continue
      this.#candidates.set(column.name, {
        ...column,
        profile: new ColumnProfile(),
        strict: new ColumnProfile(),
        isStrict: false,
        projects: new Set(),
      })
    }
  }

  get names(): Iterable<string> {
    return this.#candidates.keys()
  }

  observe(name: string, project: string, values: readonly string[]): void {
    const candidate = this.#candidates.get(name)
    if (!candidate || values.length === 0) return
    if (hasItems(candidate.type)) {
      candidate.isStrict ||= values.some(hasStrictSeparator)
      candidate.strict.add(values.flatMap(splitStrictly))
    }
    candidate.profile.add(hasItems(candidate.type) ? values.flatMap(splitItems) : values)
    candidate.projects.add(project)
  }

  /** Decides the types, and returns the fields. */
  *decide(order?: DateOrder): Generator<Entry> {
    const keys = new Set<string>()
    for (const [name, { type: given, projects, ...candidate }] of this.#candidates) {
      const profile = candidate.isStrict ? candidate.strict : candidate.profile
      const split = candidate.isStrict ? splitStrictly : splitItems
      const type = profile.rows === 0 ? undefined : (given ?? profile.guessType())
      if (type === undefined) continue
      const slug = chooseKey(name, 'field', keys)
      const key = /^[a-z]/.test(slug) ? slug : `f_${slug}`.slice(0, MAX_KEY)
      keys.add(key)
      const options = type === 'select' || type === 'multi_select' ? listOptions(profile) : new Map<string, string>()
      const dates = profile.chooseOrder(order)
      if (type === 'date' && dates.isOpen) this.openDates.push(name)
      const parse = buildValueParser(type, profile, { order: dates.order, options, split })
      this.#fields.set(name, { key, type, parse, split })
      const row = { id: `field ${key}`, key, name: name.slice(0, MAX_LABEL), type, projects: [...projects] }
      const rows = [...options].map(([label, option]) => ({ option, label }))
      yield { kind: 'fields', row: { ...row, ...(options.size > 0 && { options: rows }) } }
    }
  }

  /** Adds the values of a row to `custom`, or to `extra` if they do not fit. Returns false if the column is no field. */
  read(name: string, values: readonly string[], { custom, extra }: Values): boolean {
    const field = this.#fields.get(name)
    if (!field) return false
    if (values.length === 0) return true
    const value = field.parse(values)
    if (value === undefined) extra[`custom.${field.key}`] = values.join('\n')
    else custom[field.key] = value
    return true
  }

  /** Returns the people that the values of a row name. */
  listPeople(name: string, values: readonly string[]): string[] {
    const field = this.#fields.get(name)
    if (field?.type === 'people') return values.flatMap(field.split)
    return field?.type === 'person' ? values.slice(0, 1) : []
  }
}

function listOptions({ labels }: ColumnProfile): Map<string, string> {
  const options = new Map<string, string>()
  const taken = new Set<string>()
  for (const label of [...labels].slice(0, MAX_OPTIONS)) {
    const option = chooseKey(label, 'option', taken)
    taken.add(option)
    options.set(label, option)
  }
  return options
}
