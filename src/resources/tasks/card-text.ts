import { bodyHash, type WrittenJson } from '../../kernel/answer.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reach } from '../projects/access.ts'
import { isLinked, linksRead } from './cards.ts'
import { cardEditor, cardEnd, shared, type CardJudged } from './present.ts'
import type { TaskRow } from './rows.ts'

/** A task of a list as JSON, but for what depends on who reads it. */
export interface CardText extends CardJudged {
  comments: number
  /**
   * The fields of the row as JSON, without the brace that ends it; part of a page's bytes once it stands in one. Null
   * where they depend on the reader too.
   */
  head: Buffer | null
  /** The row itself in the place of `head`: one with links, of which each reader sees those it may. */
  linked: TaskRow | null
  bytes: number
}

/** What an object and its place in a map take, beside its text. */
const overhead = 600

/** The text of a row. */
export function cardText(row: TaskRow): CardText {
  const { project_id, team_id, created_by, assignee, comments } = row
  const judged = { project_id, team_id, created_by, assignee, comments }
  const json = JSON.stringify(shared(row))
  // The text as a row takes about as much memory again.
  if (isLinked(row)) return { ...judged, head: null, linked: row, bytes: overhead + 3 * json.length }
  const head = Buffer.from(json.slice(0, -1))
  return { ...judged, head, linked: null, bytes: overhead + head.length }
}

/** A card as one person reads it. */
interface CardRead {
  text: CardText
  editable: boolean
  /** Those of its linked tasks that the person reads, null for all. */
  readable: readonly string[] | null
}

/** The cards of a page as the caller reads them, and a text that differs where anything of them does but their rows. */
export interface CardsRead {
  cards: CardRead[]
  manner: string
}

/** Settles what of a page depends on who reads it. `readable`: of each text, the linked tasks that the caller reads. */
export function cardsRead(
  ctx: Context,
  reach: Reach,
  texts: readonly CardText[],
  readable: readonly (readonly string[] | null)[],
): CardsRead {
  const mayEdit = cardEditor(ctx, reach)
  let manner = ''
  const cards = texts.map((text, i) => {
    const editable = mayEdit(text)
    manner += editable ? '+' : '-'
    if (text.linked) manner += readable[i]?.join() ?? '*'
    return { text, editable, readable: readable[i]! }
  })
  return { cards, manner }
}

/** The ends of the texts, which are few: by whether the reader may change the task, and by the number of comments. */
const ends = { true: [] as Buffer[], false: [] as Buffer[] }

function endOf(editable: boolean, comments: number): Buffer {
  const known = ends[`${editable}`]
  const written = known[comments] ?? Buffer.from(`,${JSON.stringify(cardEnd(editable, comments)).slice(1)}`)
  if (comments < 100) known[comments] = written
  return written
}

const linkedHead = (row: TaskRow, readable: readonly string[] | null): Buffer =>
  Buffer.from(JSON.stringify(Object.assign(shared(row), linksRead(row, readable))).slice(0, -1))

const comma = Buffer.from(',')
const start = Buffer.from('{"data":[')

/**
 * A page of cards as JSON: byte for byte what `presentCards` gives, with the cursor of the next page. The texts become
 * parts of it, so that the memory of a page is that of its bytes.
 */
export function pageJson(cards: readonly CardRead[], next: string | null): WrittenJson {
  const parts: Buffer[] = [start]
  for (const { text, editable, readable } of cards) {
    if (parts.length > 1) parts.push(comma)
    parts.push(text.head ?? linkedHead(text.linked!, readable), endOf(editable, text.comments))
  }
  parts.push(Buffer.from(`],"next_cursor":${JSON.stringify(next)}}`))
  const bytes = Buffer.concat(parts)
  let at = start.length
  cards.forEach(({ text }, i) => {
    const [head, end] = [parts[3 * i + 1]!, parts[3 * i + 2]!]
    if (text.head) text.head = bytes.subarray(at, at + head.length)
    at += head.length + end.length + comma.length
  })
  return { bytes, hash: bodyHash(bytes) }
}
