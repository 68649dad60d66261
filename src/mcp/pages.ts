import { brief, mostTokens, resultOf, tokensOf } from './results.ts'
import type { Outcome } from './tool.ts'
import { visibleAll } from './untrusted.ts'

type Row = Record<string, unknown>

/** A page of rows and where the next begins. */
export interface Page {
  rows: Row[]
  next_cursor: string | null
}

/** Reads a page of at most `limit` rows. */
export type ReadPage = (limit: number) => Promise<Page>

/** What is kept free for the frame of a result and for what its head grows by. */
const spare = 300

/**
 * A list as a tool answers it: as many rows as fit into a result, then `truncated` and a `next_cursor` that goes on
 * right after the last row shown. A page that turns out too large is read once more with fewer rows, so that the cursor
 * is the operation's own.
 */
export async function pageOutcome(
  name: string,
  limit: number,
  read: ReadPage,
  more: Record<string, unknown> = {},
): Promise<Outcome> {
  const outcome = ({ rows, next_cursor }: Page): Outcome => ({
    data: { ...more, [name]: rows, truncated: next_cursor !== null, next_cursor },
    rows: name,
  })
  let wanted = limit
  for (;;) {
    const page = await read(wanted)
    const fits = fitting(page.rows, tokensOf(resultOf(outcome({ ...page, rows: [] }))))
    if (fits >= page.rows.length) return outcome(page)
    if (wanted === 1) return outcome({ ...page, rows: page.rows.map((row) => brief(row, 60) as Row) })
    wanted = Math.max(1, fits)
  }
}

/** How many of the rows fit beside what has been said already. Each is told twice: as text and structured. */
function fitting(rows: readonly unknown[], said: number): number {
  let left = mostTokens - spare - said
  for (const [index, row] of rows.entries()) {
    left -= 2 * tokensOf(visibleAll(row))
    if (left < 0) return index
  }
  return rows.length
}

/** The rows and cursor of an operation's page. */
export const pageOfList = (body: unknown, present: (row: never) => Record<string, unknown>): Page => {
  const { data, next_cursor } = body as { data: never[]; next_cursor: string | null }
  return { rows: data.map(present), next_cursor }
}
