import { sql, type Sql, and, contains, or } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { isDate } from '../../../../core/dates.ts'
import { invalidParameter, Problem } from '../../../../core/errors.ts'
import { normalizeForSearch, toSortKey } from '../../../../core/text.ts'
import { parseCustomFilterKey, type Filters } from '../../../../http/pagination/filters.ts'
import type { PageRequest } from '../../../../http/pagination/pagination.ts'
import { hasOptions, hasPeople, isTextType, toNumberKey, type CatalogField } from '../../fields/kinds.ts'
import { canReadField } from '../../fields/policy.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { loadCatalogFor } from '../../projects/queries/catalog.ts'

const UNSET = '__none__'

/** Fields that a request names in filters, sort or groups. */
export type RequestedFields = ReadonlyMap<string, CatalogField>

/** Parameter of a count that may name a custom field. */
interface RequestedGroup {
  parameter: string
  custom?: string
}

/** Throws for fields that the caller cannot read, or matches nothing, as for a saved view. */
export type UnknownFields = 'reject' | 'match-nothing'

/**
 * Loads the readable fields that a request names, if any, archived ones included. Throws 400 for another one, unless the
 * request may name unknown fields.
 */
export async function loadRequestedFields(
  ctx: Context,
  visibility: OrgVisibility,
  { filters, list, groups = [] }: { filters: Filters; list?: PageRequest; groups?: readonly RequestedGroup[] },
  unknownFields: UnknownFields = 'reject',
): Promise<RequestedFields> {
  const names = Object.keys(filters).flatMap((name) => {
    const field = parseCustomFilterKey(name)?.field
    return field === undefined ? [] : [{ field, parameter: `filter[${name}]` }]
  })
  const sort = list?.keys[0]?.custom
  if (sort !== undefined) names.push({ field: sort, parameter: 'sort_by' })
  for (const { custom, parameter } of groups) if (custom !== undefined) names.push({ field: custom, parameter })
  if (names.length === 0) return new Map()
  const catalog = await loadCatalogFor(ctx, visibility, [])
  const readable = [...catalog.fields.values()].filter((field) => canReadField(visibility, field))
  const fields = new Map(readable.map((field) => [field.key, field]))
  const unknown = names.find(({ field }) => !fields.has(field))
  if (unknownFields === 'reject' && unknown) {
    const keys = readable.filter((field) => field.is_active).map((field) => field.key)
    const isFilter = unknown.parameter.startsWith('filter')
    const allowed = keys.map((key) => (isFilter ? `filter[custom.${key}]` : `custom.${key}`))
    throw invalidParameter(unknown.parameter, `There is no custom field ${unknown.field}.`, allowed)
  }
  return fields
}

/** Parts of a list that depend on custom fields. */
export interface CustomQuery {
  conditions: Sql[]
  /** Custom field that sorts; null if the caller cannot read it. */
  sortField: CatalogField | null
  /** Filter of the field that sorts, which is also among the conditions. */
  sortFilter?: FieldCondition | undefined
  /** Few tasks match the filters of other fields, so that sorting them costs less than reading all in their order. */
  sortsMatches?: boolean
}

/** Result of the sample: keys of the fields whose filters match many tasks; missing without such filters. */
export interface FieldSample {
  frequent?: string[]
}

/** Returns the conditions of a list on custom fields, and the field to sort by. */
export async function loadCustomQuery(
  ctx: Context,
  visibility: OrgVisibility & FieldSample,
  request: { filters: Filters; list: PageRequest },
  unknownFields: UnknownFields = 'reject',
): Promise<CustomQuery> {
  try {
    const fields = await loadRequestedFields(ctx, visibility, request, unknownFields)
    const sortField = fields.get(request.list.keys[0]?.custom ?? '') ?? null
    const found = buildCustomConditions(ctx, request.filters, fields)
    const sortFilter = found.find(({ field }) => sortField !== null && field === sortField)
    const conditions = found.map((one) =>
      one === sortFilter ? one.condition : chooseCondition(one, sortField, visibility),
    )
    const isRare = (one: FieldCondition) => one !== sortFilter && isRareFilter(one, visibility)
    return { conditions, sortField, sortFilter, sortsMatches: found.some(isRare) }
  } catch (error) {
    if (unknownFields === 'reject' || !(error instanceof Problem)) throw error
    return { conditions: [sql`false`], sortField: null }
  }
}

/**
 * Returns the condition of a filter. A frequent filter is tested on the rows alone, without a lookup of values. In a list
 * sorted by another field, rows are tested before the lookup. CASE hides the test from the planner, which would estimate
 * that nearly no task meets it.
 */
export function chooseCondition(
  filter: FieldCondition,
  sortField: CatalogField | null,
  { frequent = [] }: FieldSample,
): Sql {
  const { field, condition, unset, test } = filter
  if (!field || !test || unset) return condition
  const isMet = sql`case when ${test} then true else false end`
  if (frequent.includes(field.key)) return and([buildFieldScope(field), isMet])
  return sortField ? and([isMet, condition]) : condition
}

/** Returns whether the sample shows that few tasks match a filter; false without a sample. */
const isRareFilter = ({ field, test, unset }: FieldCondition, { frequent }: FieldSample): boolean =>
  frequent !== undefined && field !== null && test !== undefined && !unset && !frequent.includes(field.key)

/** Returns the condition that tasks `t` are in a project that has the field. */
export const buildFieldScope = ({ project_ids }: CatalogField): Sql =>
  project_ids === null ? sql`true` : sql`t.project_id = any(${project_ids}::text[])`

/** Returns the condition that task `t` has no visible value of a field. */
export const buildUnsetCondition = (field: CatalogField): Sql => sql`(not exists (select from task_field_values w
  where w.org_id = ${field.org_id} and w.field_id = ${field.field_id} and w.task_id = t.task_id)
  ${field.project_ids === null ? sql`` : sql`or (${buildFieldScope(field)}) is not true`})`

const buildSetCondition = (field: CatalogField, condition: Sql): Sql => {
  const set = sql`t.task_id in (select v.task_id from task_field_values v
    where v.org_id = ${field.org_id} and v.field_id = ${field.field_id} and ${condition})`
  return field.project_ids === null ? set : sql`(${set} and coalesce(${buildFieldScope(field)}, false))`
}

interface FieldFilter {
  values?: string[]
  from?: string
  to?: string
}

/** Values of a field that match its filter. */
interface ValueMatch {
  /** Condition on value `v`; null if no value matches. */
  value: Sql | null
  /** The same condition on the value in the row of task `t`, if it can be compared there. */
  test?: Sql | undefined
  /** Tasks without a value match. */
  unset: boolean
  /** Keys of all values that match, if they are known. */
  keys?: string[]
  /** Condition on task `t`, if there is a better one than that on its values. */
  condition?: Sql
}

/** Filter of a field: a condition on task `t`, and the values that match. */
export type FieldCondition = ValueMatch & { field: CatalogField | null; condition: Sql }

/** Returns a condition on `t` for each custom field in the filters. */
export function buildCustomConditions(ctx: Context, filters: Filters, fields: RequestedFields): FieldCondition[] {
  const wanted = new Map<string, FieldFilter>()
  for (const [name, values] of Object.entries(filters)) {
    const parsed = parseCustomFilterKey(name)
    if (!parsed) continue
    const filter = wanted.get(parsed.field) ?? {}
    wanted.set(parsed.field, filter)
    if (!parsed.bound) filter.values = values
    else if (values.length > 1) throw invalidParameter(`filter[${name}]`, `Send filter[${name}] only once.`)
    else filter[parsed.bound] = values[0]!
  }
  return [...wanted].map(([key, filter]) => {
    const field = fields.get(key)
    return field
      ? buildFieldCondition(ctx, field, filter)
      : { field: null, value: null, unset: false, condition: sql`false` }
  })
}

function buildFieldCondition(ctx: Context, field: CatalogField, { values, from, to }: FieldFilter): FieldCondition {
  const named = values && matchValues(ctx, field, values)
  const isRange = from !== undefined || to !== undefined
  const match = isRange || !named ? matchRange(field, named, from, to) : named
  const set = match.value ? [buildSetCondition(field, match.value)] : []
  const unset = match.unset ? [buildUnsetCondition(field)] : []
  return { field, condition: or([...set, ...unset]), ...match }
}

/** Matches values within a range, of those that match the filter by values. */
function matchRange(
  field: CatalogField,
  named: ValueMatch | undefined,
  from: string | undefined,
  to: string | undefined,
): ValueMatch {
  const lowest = from === undefined ? undefined : parseBound(field, 'from', from)
  const highest = to === undefined ? undefined : parseBound(field, 'to', to)
  const bounds = [
    ...(lowest === undefined ? [] : [sql`v.sort_key >= ${lowest}`]),
    ...(highest === undefined ? [] : [sql`v.sort_key <= ${highest}`]),
  ]
  const tests = [
    ...(from === undefined ? [] : [sql`${buildRowValue(field)} >= ${toRowValue(field, from)}`]),
    ...(to === undefined ? [] : [sql`${buildRowValue(field)} <= ${toRowValue(field, to)}`]),
  ]
  if (!named) return { value: and(bounds), test: and(tests), unset: false }
  const test = and([(named.value && named.test) ?? sql`false`, ...tests])
  return { value: and([named.value ?? sql`false`, ...bounds]), test, unset: false }
}

/** Returns the value of a field in the row of task `t`: numbers as JSON, others as text that compares bytewise. */
const buildRowValue = ({ type, key }: CatalogField): Sql =>
  type === 'number' ? sql`(t.custom->${key}::text)` : sql`((t.custom->>${key}::text) collate "C")`

const toRowValue = ({ type }: CatalogField, value: string): Sql =>
  type === 'number' ? sql`${JSON.stringify(Number(value))}::jsonb` : sql`${value}::text`

/** Returns the condition that the value in the row of task `t` is one of these, if it is stored as in a filter. */
function testRow(field: CatalogField, values: readonly string[]): Sql | undefined {
  if (!['select', 'date', 'number'].includes(field.type)) return undefined
  return or(values.map((value) => sql`${buildRowValue(field)} = ${toRowValue(field, value)}`))
}

function parseBound(field: CatalogField, bound: string, value: string): string {
  const name = `filter[custom.${field.key}.${bound}]`
  if (field.type !== 'number' && field.type !== 'date')
    throw invalidParameter(name, 'Only numbers and dates have ranges.', [`filter[custom.${field.key}]`])
  return parseItem(field, name, value)
}

/** Parses a value of a filter to its sort key. */
function parseItem(field: CatalogField, name: string, value: string): string {
  if (field.type === 'number') {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) || !Number.isFinite(Number(value)))
      throw invalidParameter(name, `${name} must be a number.`)
    return toNumberKey(Number(value))
  }
  if (field.type === 'date') {
    if (!isDate(value)) throw invalidParameter(name, `${name} must be a date (YYYY-MM-DD).`)
    return value
  }
  const options = field.options.map((one) => one.option)
  if (hasOptions(field.type) && !options.includes(value))
    throw invalidParameter(name, `"${value.slice(0, 60)}" is not an option of ${field.key}.`, [...options, UNSET])
  return value
}

function matchValues(ctx: Context, field: CatalogField, raw: string[]): ValueMatch {
  const name = `filter[custom.${field.key}]`
  const items = isTextType(field.type) ? raw : raw.flatMap((value) => value.split(',')).map((value) => value.trim())
  if (items.includes('')) throw invalidParameter(name, `${name} must not be empty.`)
  if (field.type === 'checkbox') return matchCheckbox(field, name, items)
  const wanted = items.filter((value) => value !== UNSET)
  const unset = wanted.length < items.length
  if (wanted.length === 0) return { value: null, unset }
  if (isTextType(field.type)) return { value: or(wanted.map(matchText)), unset }
  const keys = wanted.map((value) =>
    hasPeople(field.type)
      ? normalizeForSearch(value === 'me' ? ctx.user.username : value)
      : parseItem(field, name, value),
  )
  return { value: sql`v.sort_key = any(${keys}::text[])`, test: testRow(field, wanted), unset, keys }
}

function matchText(value: string): Sql {
  if (!value.startsWith('=')) return contains(sql`v.folded`, normalizeForSearch(value))
  const text = value.slice(1)
  return sql`(v.sort_key = ${toSortKey(text)} and v.folded = ${normalizeForSearch(text)})`
}

/** Unset means false. */
function matchCheckbox(field: CatalogField, name: string, items: string[]): ValueMatch {
  const allowed = ['true', 'false', UNSET]
  const unknown = items.find((value) => !allowed.includes(value))
  if (unknown !== undefined) throw invalidParameter(name, `${name} must be true or false.`, allowed)
  const isTrue = buildSetCondition(field, sql`v.sort_key = '1'`)
  const condition = or([
    ...(items.includes('true') ? [isTrue] : []),
    ...(items.includes('false') ? [sql`not ${isTrue}`] : []),
    ...(items.includes(UNSET) ? [buildUnsetCondition(field)] : []),
  ])
  const keys = [...(items.includes('false') ? ['0'] : []), ...(items.includes('true') ? ['1'] : [])]
  const value = keys.length > 0 ? sql`v.sort_key = any(${keys}::text[])` : null
  const test = sql`t.custom->${field.key}::text = 'true'::jsonb`
  return { value, test, unset: items.some((item) => item !== 'true'), keys, condition }
}
