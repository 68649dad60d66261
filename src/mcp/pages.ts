import { brief, mostTokens, resultOf, tokensOf } from './results.ts'
import type { Outcome } from './tool.ts'
import { visibleAll } from './untrusted.ts'

type Row = Record<string, unknown>

export interface Page {
  rows: Row[]
  next_cursor: string | null
}

export type ReadPage = (limit: number) => Promise<Page>

/** Tokens reserved for everything but the rows. */
const RESERVED_TOKENS = 300

/**
 * Builds the result of a list tool: as many rows as fit, `truncated` and `next_cursor`. Reads a page that is too large
 * again with fewer rows, so that the cursor is the operation's own.
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
    const fits = countFitting(page.rows, tokensOf(resultOf(outcome({ ...page, rows: [] }))))
    if (fits >= page.rows.length) return outcome(page)
    if (wanted === 1) return outcome({ ...page, rows: page.rows.map((row) => brief(row, 60) as Row) })
    wanted = Math.max(1, fits)
  }
}

/** Counts the rows that fit in the token budget; each is sent twice, as text and as structured content. */
function countFitting(rows: readonly unknown[], usedTokens: number): number {
  let left = mostTokens - RESERVED_TOKENS - usedTokens
  for (const [index, row] of rows.entries()) {
    left -= 2 * tokensOf(visibleAll(row))
    if (left < 0) return index
  }
  return rows.length
}

export const pageOfList = (body: unknown, present: (row: never) => Record<string, unknown>): Page => {
  const { data, next_cursor } = body as { data: never[]; next_cursor: string | null }
  return { rows: data.map(present), next_cursor }
}
