import { sql, type Sql } from '../../db/sql.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import { extractFolded, holdsText, some } from '../../kernel/sql.ts'
import type { Reach } from '../projects/access.ts'
import type { Finding } from './cards.ts'
import { MAX_HALF_CODE_POINTS } from '../../kernel/values/sort-keys.ts'
import { needleOf, type Needle } from './search.ts'

/** What a list is searched for: texts of which one is enough. */
interface Search {
  needles: Needle[]
  titleOnly: boolean
}

/** The search among the filters; null when there is none. A text that nothing can hold is left out of it. */
export function searchOf({ search, search_fields }: Filters): Search | null {
  if (!search) return null
  const needles = search.map(needleOf).filter((needle) => needle !== null)
  return { needles, titleOnly: search_fields?.includes('all') === false }
}

const title = sql`split_part(s.content, E'\\x01', 1)`
const inOf = (text: Sql, needle: string) => sql`strpos(${text}, ${needle}) > 0`

/** What the sample says: whether many tasks say what is searched, or so many that they lie near wherever one looks. */
export interface Sampled {
  /** Null where few do; missing where the sample was not asked. */
  common?: 'many' | 'most' | null
}

/**
 * The column `common` of a statement about an organization, which is looked up before the list is. One of 2048 tasks is
 * in the sample, which their ids, being random at the end, choose; it has an index of its own. Texts too long to be
 * looked through in passing are taken for such that hold nothing.
 */
export function sampleColumn({ needles, titleOnly }: Search, org: Sql): Sql {
  const content = titleOnly ? title : sql`s.content`
  const holds = some(needles.map(({ text }) => inOf(content, [...text].slice(0, tried).join(''))))
  const least = titleOnly ? leastOfTitles : leastOfTexts
  return sql`(select case when f.found * ${leastOfMost}::int >= f.tried then 'most'
      when f.found * ${least}::int >= f.tried then 'many' end
    from (select count(*) as tried, count(*) filter (where octet_length(s.content) < ${longText}::int and ${holds}) as found
      from task_search s where s.org_id = ${org} and right(s.task_id, 3) < '00G') f
    where f.found > 0) as common`
}

const longText = 8_000
/** So many characters of a needle are tried: what a text and a needle cost can grow with the product of their lengths. */
const tried = 32
/**
 * One task of so many has to say it for the sort order to be walked rather than the index asked. Where a page is found
 * in it at once, walking is the faster from about one in a hundred on; with other filters beside the search, later.
 */
const leastOfTexts = 50
/** Walking for a title is cheaper, since it looks at no search text, and asking the index dearer: it knows no fields. */
const leastOfTitles = 300
/** Where one in five says it, a walk need not be given up: the index would give a fifth of all tasks. */
const leastOfMost = 5

/** How the tasks are found that say what is searched. */
export function findingOf(search: Search, reach: Reach & Sampled): Finding {
  if (!reach.common) return { ways: waysOf(search, reach) }
  const walk = search.titleOnly ? titleWalk(search, reach) : textWalk(search, reach)
  // Ids that hold a short needle lie everywhere. To plan for the ways as well takes a millisecond.
  const near =
    reach.common === 'most' || (!search.titleOnly && search.needles.some((one) => one.shortInIds > 0))
  return near ? { ways: [walk.test] } : { ways: waysOf(search, reach), walk }
}

function waysOf(search: Search, reach: Reach): Sql[] {
  const short = search.titleOnly ? [] : search.needles.filter(({ shortInIds }) => shortInIds > 0)
  if (short.length === 0) return [lookedUp(search)]
  return [byId(reach, short), lookedUp(search, sql` and not ${inId('s', short)}`)]
}

/**
 * The search text lies in a table of its own, whose index finds candidates, and the pattern decides. The pattern comes
 * first, so that where rows are tested one by one most of them fail before their grams are read, which lie apart from
 * the row.
 */
function lookedUp({ needles, titleOnly }: Search, more = sql``): Sql {
  const found = needles.map((needle) => {
    const inTitle = titleOnly ? sql` and ${holdsText(title, needle.text)}` : sql``
    return sql`${holdsText(sql`s.content`, needle.text)}${inTitle} and s.grams @> ${needle.grams}::integer[]`
  })
  return sql`exists (select from task_search s
    where s.org_id = t.org_id and s.task_id = t.task_id and ${some(found)}${more})`
}

/**
 * Tested task by task, in whatever order the list is walked. The planner multiplies the rarities of a needle's grams as
 * if they were independent, and would take a word that many tasks have for one of a few. OFFSET 0 keeps it from joining
 * the two tables: it then expects every other task to meet the condition.
 */
const testedBy = ({ org_id }: Reach, condition: Sql): Sql => sql`exists (select from task_search s
    where s.org_id = ${org_id} and s.task_id = t.task_id and ${condition} offset 0)`

/** Walks for each task of a page past so many, twice as far as they should lie; to be wrong costs 50 ms of a page of 100. */
const reaching = (each: number, most: number) => (rows: number) =>
  Math.min(Math.max(each * rows, 2_000), most)

const textWalk = ({ needles }: Search, reach: Reach): NonNullable<Finding['walk']> => ({
  test: testedBy(reach, some(needles.map((needle) => holdsText(sql`s.content`, needle.text)))),
  most: reaching(2 * leastOfTexts, 25_000),
})

/** The sort key of a title ends with its searchable text, truncated to 200 characters. */
function titleWalk({ needles }: Search, reach: Reach): NonNullable<Finding['walk']> {
  const key = extractFolded('t.title_key')
  const rest = testedBy(reach, some(needles.map(({ text }) => inOf(title, text))))
  const test = sql`(${some(needles.map(({ text }) => inOf(key, text)))}
    or char_length(${key}) = ${MAX_HALF_CODE_POINTS}::int and ${rest})`
  return { test, most: reaching(2 * leastOfTitles, 60_000) }
}

/**
 * The condition that the id holds one of these short needles. Who sees a few projects alone sees few of those ids that a
 * walk meets: theirs are found among the ids of these projects, in an index alone.
 */
function byId({ org_id, projects, unfiled }: Reach, needles: Needle[]): Sql {
  if (projects.kind !== 'only') return inId('t', needles)
  const among = (
    place: Sql,
  ) => sql`select k.task_id from tasks k where k.org_id = ${org_id} and k.deleted_at is null
    and k.project_id ${place} and ${inId('k', needles)}`
  const filed = among(sql`= any(${projects.ids}::text[])`)
  return sql`t.task_id in (${unfiled ? sql`${filed} union all ${among(sql`is null`)}` : filed})`
}

/**
 * The condition that the id holds one of these short needles, for a table's alias. Two given letters stand in one id of
 * eighty and one in four of ten, which the planner can't know: it takes an equality with an expression for one row of
 * two hundred, and an inequality for one of three.
 */
function inId(alias: 't' | 's' | 'k', needles: Needle[]): Sql {
  const id = sql.raw(`lower(${alias}.task_id)`)
  return some(
    needles.map(({ text, shortInIds }) =>
      shortInIds === 1 ? sql`strpos(${id}, ${text}) > 0` : sql`sign(strpos(${id}, ${text})) = 1`,
    ),
  )
}
