import { sql, type Sql, extractFolded, contains, or } from '../../../../db/sql.ts'
import type { Filters } from '../../../../http/pagination/filters.ts'
import { normalizeForSearch } from '../../../../core/text.ts'
import { canOccurInId } from '../../../../core/ids.ts'
import { MAX_SORT_KEY_HALF_CODE_POINTS } from '../../../../core/sort-keys.ts'
import type { OrgVisibility } from '../../projects/policy.ts'

/** Separates the searched fields. No field contains it, so that a match never spans two. */
const separator = '\u0001'

interface Searched {
  task_id: string
  title: string
  description: string | null
  tags: string[]
}

const listFields = (task: Searched): string[] => [task.title, task.description ?? '', task.task_id, ...task.tags]
const normalizeField = (field: string): string => normalizeForSearch(field).replaceAll(separator, ' ')

/** Returns the search text of a task: title, description, id and tags, normalized. */
export const buildSearchContent = (task: Searched): string => listFields(task).map(normalizeField).join(separator)

/** Returns whether a change affects the search text. */
export const changesSearchContent = (stored: Searched, wanted: Searched): boolean => {
  const after = listFields(wanted)
  const before = listFields(stored)
  return before.length !== after.length || before.some((field, i) => field !== after[i])
}

export const measureSearchContent = (task: Searched): number =>
  listFields(task).reduce((sum, field) => sum + Buffer.byteLength(field), 0)

export type NormalizedTexts = Map<string, string>

/** Returns the search text of a changed task, reusing unchanged fields and texts that the request has normalized. */
export function updateSearchContent(
  content: string,
  stored: Searched,
  wanted: Searched,
  cache: NormalizedTexts,
): string {
  const parts = content.split(separator)
  const normalizedFields = new Map(listFields(stored).map((field, i) => [field, parts[i]]))
  const normalizeOnce = (field: string): string => {
    const cached = normalizedFields.get(field) ?? cache.get(field)
    if (cached !== undefined) return cached
    const normalized = normalizeField(field)
    cache.set(field, normalized)
    return normalized
  }
  return listFields(wanted).map(normalizeOnce).join(separator)
}

/** Index of the id among the fields. */
const ID_FIELD = 2
/** Length of a gram; shorter grams serve shorter needles. */
const GRAM_LENGTH = 3

/**
 * Returns the hashed grams of a text: its substrings of 1 to 3 characters. Omits those of 1 and 2 characters of the id,
 * which are too common to be worth an index lookup.
 */
export function buildGrams(content: string): number[] {
  const grams = new Set<number>()
  for (const [index, field] of content.split(separator).entries()) {
    const points = Array.from(field, (character) => character.codePointAt(0)!)
    for (let i = 0; i < points.length; i++)
      for (let size = index === ID_FIELD ? GRAM_LENGTH : 1; size <= GRAM_LENGTH && i + size <= points.length; size++)
        grams.add(hashGram(points, i, size))
  }
  return [...grams]
}

/** Hashes code points with FNV-1a to a signed 32-bit integer; the size distinguishes grams of different lengths. */
function hashGram(points: number[], from: number, size: number): number {
  let value = 0x811c9dc5 ^ size
  for (let i = from; i < from + size; i++) value = Math.imul(value ^ points[i]!, 0x01000193)
  return (value ^ (value >>> 15)) | 0
}

/** Returns the grams as the text of an SQL array, which is faster than escaping hundreds of elements. */
export const toGramsArray = (content: string): string => `{${buildGrams(content).join()}}`

/** Search text: grams that must all match, and the text that decides. */
interface Needle {
  grams: number[]
  text: string
  /** Length of a needle that can occur in ids and is too short for their grams; else 0. */
  shortInIds: number
}

const MAX_GRAMS = 32

/** Parses a search text; returns null for one that cannot match. */
function parseNeedle(text: string): Needle | null {
  const needle = normalizeForSearch(text)
  if (needle.includes(separator)) return null
  const points = Array.from(needle, (character) => character.codePointAt(0)!)
  const size = Math.min(points.length, GRAM_LENGTH)
  const grams = new Set<number>()
  const count = points.length - size + 1
  // Samples the grams of a long needle, which are selective enough.
  const step = Math.max(1, Math.floor(count / MAX_GRAMS))
  for (let i = 0; i < count; i += step) grams.add(hashGram(points, i, size))
  const shortInIds = points.length < GRAM_LENGTH && canOccurInId(needle) ? points.length : 0
  return { grams: [...grams].slice(0, MAX_GRAMS), text: needle, shortInIds }
}

export interface TaskSearchPlan {
  /** Disjoint conditions, one for each index lookup. */
  branches: Sql[]
  /**
   * Condition to test in sort order before the index lookups are used. `maxRows` limits the scan for a page of so many
   * rows, because it would test every task if the matches come last.
   */
  scan?: { test: Sql; maxRows(rows: number): number }
}

/** Parsed search: tasks with any of the needles match. */
interface Search {
  needles: Needle[]
  titleOnly: boolean
}

/** Parses the search in the filters; null if there is none. Omits texts that cannot match. */
export function parseTaskSearch({ search, search_fields }: Filters): Search | null {
  if (!search) return null
  const needles = search.map(parseNeedle).filter((needle) => needle !== null)
  return { needles, titleOnly: search_fields?.includes('all') === false }
}

const title = sql`split_part(s.content, E'\\x01', 1)`
const matchesLiteral = (text: Sql, needle: string) => sql`strpos(${text}, ${needle}) > 0`

/** Result of the sample: whether many or most tasks match the search. */
export interface SearchSample {
  /** Null if few match; missing without a search. */
  common?: 'many' | 'most' | null
}

/**
 * Returns the column `common`, estimated before the list is selected. Samples one of 2048 tasks by the random end of their
 * ids, which has an index. Long texts are not searched and count as not matching.
 */
export function buildSampleColumn({ needles, titleOnly }: Search, org: Sql): Sql {
  const content = titleOnly ? title : sql`s.content`
  const matches = or(
    needles.map(({ text }) => matchesLiteral(content, [...text].slice(0, MAX_SAMPLED_NEEDLE_CHARS).join(''))),
  )
  const ratio = titleOnly ? SCAN_RATIO_TITLE : SCAN_RATIO_TEXT
  return sql`(select case when f.found * ${FULL_SCAN_RATIO}::int >= f.tried then 'most'
      when f.found * ${ratio}::int >= f.tried then 'many' end
    from (select count(*) as tried,
        count(*) filter (where octet_length(s.content) < ${MAX_SAMPLED_TEXT_BYTES}::int and ${matches}) as found
      from task_search s where s.org_id = ${org} and right(s.task_id, 3) < '00G') f
    where f.found > 0) as common`
}

const MAX_SAMPLED_TEXT_BYTES = 8_000
/** Limits the part of a needle that is sampled, because the cost grows with the product of both lengths. */
const MAX_SAMPLED_NEEDLE_CHARS = 32
/**
 * Scans in sort order if one of so many tasks matches. Without other filters, a scan is faster from about one in a hundred
 * on; with them, later.
 */
const SCAN_RATIO_TEXT = 50
/** Scans earlier for titles, where a scan reads no search text and the index does not distinguish fields. */
const SCAN_RATIO_TITLE = 300
/** Scans without a limit if one of so many tasks matches, because the index would return too many. */
const FULL_SCAN_RATIO = 5

/** Chooses between index lookups and a scan in sort order. */
export function planTaskSearch(search: Search, visibility: OrgVisibility & SearchSample): TaskSearchPlan {
  if (!visibility.common) return { branches: listLookups(search, visibility) }
  const scan = search.titleOnly ? planTitleScan(search, visibility) : planTextScan(search, visibility)
  // Matches of short needles in ids are everywhere, so that planning the lookups as well would cost more than it saves.
  const scanOnly =
    visibility.common === 'most' || (!search.titleOnly && search.needles.some((needle) => needle.shortInIds > 0))
  return scanOnly ? { branches: [scan.test] } : { branches: listLookups(search, visibility), scan }
}

function listLookups(search: Search, visibility: OrgVisibility): Sql[] {
  const short = search.titleOnly ? [] : search.needles.filter(({ shortInIds }) => shortInIds > 0)
  if (short.length === 0) return [buildLookup(search)]
  return [matchId(visibility, short), buildLookup(search, sql` and not ${idContains('s', short)}`)]
}

/**
 * Returns the condition for an index lookup of search texts: grams find candidates, the pattern decides. The pattern comes
 * first, so that a test row by row rarely reads the grams, which are stored out of line.
 */
function buildLookup({ needles, titleOnly }: Search, more = sql``): Sql {
  const found = needles.map((needle) => {
    const inTitle = titleOnly ? sql` and ${contains(title, needle.text)}` : sql``
    return sql`${contains(sql`s.content`, needle.text)}${inTitle} and s.grams @> ${needle.grams}::integer[]`
  })
  return sql`exists (select from task_search s
    where s.org_id = t.org_id and s.task_id = t.task_id and ${or(found)}${more})`
}

/**
 * Returns the condition for a test row by row. OFFSET 0 prevents a join, for which the planner would underestimate the
 * matches: it multiplies the selectivities of grams as if they were independent.
 */
const buildRowTest = ({ org_id }: OrgVisibility, condition: Sql): Sql => sql`exists (select from task_search s
    where s.org_id = ${org_id} and s.task_id = t.task_id and ${condition} offset 0)`

/** Returns the limit of a scan: twice the expected distance. A wrong estimate costs 50 ms for a page of 100. */
const limitScan = (rowsPerMatch: number, limit: number) => (rows: number) =>
  Math.min(Math.max(rowsPerMatch * rows, 2_000), limit)

const planTextScan = ({ needles }: Search, visibility: OrgVisibility): NonNullable<TaskSearchPlan['scan']> => ({
  test: buildRowTest(visibility, or(needles.map((needle) => contains(sql`s.content`, needle.text)))),
  maxRows: limitScan(2 * SCAN_RATIO_TEXT, 25_000),
})

/** Plans a scan of title sort keys, which end with the searchable text, truncated to 200 characters. */
function planTitleScan({ needles }: Search, visibility: OrgVisibility): NonNullable<TaskSearchPlan['scan']> {
  const key = extractFolded('t.title_key')
  const rest = buildRowTest(visibility, or(needles.map(({ text }) => matchesLiteral(title, text))))
  const test = sql`(${or(needles.map(({ text }) => matchesLiteral(key, text)))}
    or char_length(${key}) = ${MAX_SORT_KEY_HALF_CODE_POINTS}::int and ${rest})`
  return { test, maxRows: limitScan(2 * SCAN_RATIO_TITLE, 60_000) }
}

/**
 * Returns the condition that the id contains a short needle. For a caller who can read only a few projects, looks it up
 * among the ids of these projects, with an index-only scan.
 */
function matchId({ org_id, projects, includesTasksWithoutProject }: OrgVisibility, needles: Needle[]): Sql {
  if (projects.kind !== 'only') return idContains('t', needles)
  const selectIds = (
    projectCondition: Sql,
  ) => sql`select k.task_id from tasks k where k.org_id = ${org_id} and k.deleted_at is null
    and k.project_id ${projectCondition} and ${idContains('k', needles)}`
  const filed = selectIds(sql`= any(${projects.ids}::text[])`)
  return sql`t.task_id in (${includesTasksWithoutProject ? sql`${filed} union all ${selectIds(sql`is null`)}` : filed})`
}

/**
 * Returns the condition that the id contains a short needle, written so that the planner estimates it well: it assumes one
 * of 200 rows for an equality and one of 3 for an inequality, while two letters occur in 1 of 80 ids and one in 4 of 10.
 */
function idContains(alias: 't' | 's' | 'k', needles: Needle[]): Sql {
  const id = sql.raw(`lower(${alias}.task_id)`)
  return or(
    needles.map(({ text, shortInIds }) =>
      shortInIds === 1 ? sql`strpos(${id}, ${text}) > 0` : sql`sign(strpos(${id}, ${text})) = 1`,
    ),
  )
}
