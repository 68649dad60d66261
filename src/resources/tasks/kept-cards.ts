import { sql, type Sql } from '../../db/sql.ts'
import { jsonAnswer, type Answer, type WrittenJson } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import { KeptPages, type KeptPage } from '../../kernel/lists/kept-pages.ts'
import { cursorAfter, pageAnswer, pageStatement, type Build, type ListQuery } from '../../kernel/paging.ts'
import type { Services } from '../../kernel/services/services.ts'
import { attributeNames } from './attributes.ts'
import { cardPage, cardsPlan, pageBytes, selectCards, type CardsAsked } from './cards.ts'
import { cardsRead, cardText, pageJson, type CardText } from './card-text.ts'
import { presentRows } from './present.ts'
import type { TaskRow } from './rows.ts'

/** What tells one version of a stored row from every other, also after a database was put back to an older state. */
interface Version {
  row_id: string
  row_xmin: string
  row_version: number
  row_updated_at: string
  row_comments: number
}

/** A row as it is kept: its text, and in which version and at which place of the table it was read. */
interface KeptCard extends Version, CardText {
  row_ctid: string
}

/** A row of a page: what is confirmed of one that is kept, or all of one that is not. */
interface Row extends Version, TaskRow {
  row_ctid: string
  /** Whether the columns of the task are there. */
  given: boolean
  readable: string[] | null
}

/** A page as it was written last. */
interface Page extends KeptPage {
  /** Its rows by their ids, in their order. */
  cards: ReadonlyMap<string, KeptCard>
  /** What of it depended on who read it. */
  manner: string
  next: string | null
  json: WrittenJson
}

/** Bytes of all pages that a process keeps, and of one of them. */
const mostBytes = 32 * 1024 * 1024
const mostOfPage = 4 * 1024 * 1024
const pagesOf = new WeakMap<Services, KeptPages<Page>>()

/** The pages of cards that a process keeps. */
function keptPages(services: Services): KeptPages<Page> {
  let pages = pagesOf.get(services)
  if (!pages) pagesOf.set(services, (pages = new KeptPages(mostBytes, mostOfPage)))
  return pages
}

/** Rows above this size are not kept, so that the first answer that keeps a page holds no more of them than others. */
const largestRow = 16 * 1024

/** The columns of a task, none where the row is kept already. */
const givenColumns = sql.raw(
  attributeNames.map((name) => `case when k.given then k.${name} end as ${name}`).join(', '),
)
const versionColumns = sql.raw(
  `k.row_id, k.row_xmin, k.row_ctid, k.row_version, k.row_updated_at, k.row_comments, k.given, k.readable`,
)

/**
 * Selects a page of cards, of which the rows that are kept come without their columns. Where a row lies and by which
 * transaction it was written tell its versions apart within a database that goes on; which it is is compared in full by
 * whoever has the rows.
 */
function rowsStatement(list: ListQuery, kept: readonly KeptCard[], build: Build<Row>): Sql<Row> {
  const isKept = sql`t.ctid = any(${kept.map((row) => row.row_ctid)}::tid[])
    and t.xmin = any(${kept.map((row) => row.row_xmin)}::xid[])`
  const sorts = sql.raw(list.keys.map((_, i) => `k.sort_${i}`).join(', '))
  const page = pageStatement<Row>(list, (parts) => {
    const columns = sql`t.task_id as row_id, t.xmin::text as row_xmin, t.ctid::text as row_ctid,
      t.version as row_version, t.updated_at as row_updated_at, t.comments as row_comments,
      not (${isKept}) and ${pageBytes} < ${largestRow} as given, ${parts.columns}`
    return build({ ...parts, columns })
  })
  return sql<Row>`select ${versionColumns}, ${sorts}, ${givenColumns} from (${page}) k`
}

/** The cards of these rows, by their ids; null where a row is neither given nor kept in the version that it has now. */
function cardsOf(
  rows: readonly Row[],
  kept: ReadonlyMap<string, KeptCard> | undefined,
): Map<string, KeptCard> | null {
  const cards = new Map<string, KeptCard>()
  for (const row of rows) {
    const known = kept?.get(row.row_id)
    const card = row.given ? cardOf(row) : known && sameVersion(known, row) ? known : undefined
    if (!card) return null
    cards.set(row.row_id, card)
  }
  return cards
}

function cardOf(row: Row): KeptCard {
  const { row_id, row_xmin, row_ctid, row_version, row_updated_at, row_comments } = row
  const version = { row_id, row_xmin, row_ctid, row_version, row_updated_at, row_comments }
  return Object.assign(version, cardText(row))
}

const sameVersion = (one: Version, other: Version): boolean =>
  one.row_xmin === other.row_xmin &&
  one.row_version === other.row_version &&
  one.row_updated_at === other.row_updated_at &&
  one.row_comments === other.row_comments

/** Whether a page has the same rows in the same order. */
function sameCards(one: ReadonlyMap<string, KeptCard>, other: ReadonlyMap<string, KeptCard>): boolean {
  if (one.size !== other.size) return false
  const cards = other.values()
  for (const card of one.values()) if (card !== cards.next().value) return false
  return true
}

/** A page of these cards, the one that is kept where it is the same. */
function pageOf(
  ctx: Context,
  asked: CardsAsked,
  cards: Map<string, KeptCard>,
  found: Row[],
  kept?: Page,
): Page {
  const { list, reach } = asked
  const readable = found.map((row) => row.readable)
  const read = cardsRead(ctx, reach, [...cards.values()], readable)
  const more = found.length > cards.size
  const same = kept && sameCards(kept.cards, cards) && (kept.next !== null) === more
  if (same && kept.manner === read.manner) return kept
  const next = same ? kept.next : more ? cursorAfter(ctx, list, found[cards.size - 1]!) : null
  const json = pageJson(read.cards, next)
  const size = [...cards.values()].reduce((sum, card) => sum + card.bytes, 0)
  return { cards, manner: read.manner, next, json, size }
}

/**
 * The page from the rows that are kept and those that changed since, all of one statement; undefined where it can't be had
 * so, as when a connection was lost meanwhile: then the statement may have asked an older state than that of what is kept.
 */
async function keptAnswer(
  ctx: Context,
  asked: CardsAsked,
  name: string,
  kept?: Page,
): Promise<Answer | undefined> {
  const pages = keptPages(ctx.services)
  const known = kept ? [...kept.cards.values()] : []
  const losses = ctx.database.losses()
  const found = await ctx.db.query(rowsStatement(asked.list, known, cardPage(ctx, asked)), cardsPlan(asked))
  if (ctx.database.losses() !== losses) return undefined
  const cards = cardsOf(found.slice(0, asked.list.limit), kept?.cards)
  if (!cards) {
    pages.pass(name)
    return undefined
  }
  const page = pageOf(ctx, asked, cards, found, kept)
  if (page !== kept && !pages.keep(name, page)) return undefined
  return jsonAnswer(page.json)
}

/** The name of a page that can be kept: of those alone that show nothing but whole live tasks, and are no search. */
function nameOf(asked: CardsAsked): string | undefined {
  const { list, reach, keepRestricted, scope, finding, fields, deleted } = asked
  if (keepRestricted || scope || finding || fields || deleted) return undefined
  const { org_id, admin, projects } = reach
  return KeptPages.nameOf([org_id, admin, projects, list.binding, list.after, list.limit, list.offset])
}

/** The answer to a request for a page of cards. */
export async function cardsAnswer(ctx: Context, asked: CardsAsked): Promise<Answer> {
  const name = nameOf(asked)
  if (name !== undefined) {
    const { worth, page } = keptPages(ctx.services).find(name, ctx.database.losses())
    const answered = worth && (await keptAnswer(ctx, asked, name, page))
    if (answered) return answered
  }
  const found = await selectCards(ctx, asked)
  return pageAnswer(ctx, asked.list, found, (page) => presentRows(ctx, asked, page))
}
