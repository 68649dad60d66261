import { truncateValue, MAX_RESULT_TOKENS, toToolResult, estimateTokens } from './results.ts'
import type { ToolOutcome } from './tool.ts'
import { escapeInvisibleAll } from './untrusted.ts'

type Row = Record<string, unknown>

export interface RowPage {
  rows: Row[]
  next_cursor: string | null
}

type ReadRowPage = (limit: number) => Promise<RowPage>

/** Tokens reserved for everything but the rows. */
const RESERVED_TOKENS = 300

/**
 * Builds the result of a list tool: as many rows as fit, `truncated` and `next_cursor`. Reads a page that is too large
 * again with fewer rows, so that the cursor is the operation's own.
 */
export async function buildListOutcome(
  name: string,
  limit: number,
  read: ReadRowPage,
  more: Record<string, unknown> = {},
): Promise<ToolOutcome> {
  const buildOutcome = ({ rows, next_cursor }: RowPage): ToolOutcome => ({
    data: { ...more, [name]: rows, truncated: next_cursor !== null, next_cursor },
    rows: name,
  })
  let wanted = limit
  for (;;) {
    const page = await read(wanted)
    const fits = countFitting(page.rows, estimateTokens(toToolResult(buildOutcome({ ...page, rows: [] }))))
    if (fits >= page.rows.length) return buildOutcome(page)
    if (wanted === 1) return buildOutcome({ ...page, rows: page.rows.map((row) => truncateValue(row, 60) as Row) })
    wanted = Math.max(1, fits)
  }
}

/** Counts the rows that fit in the token budget; each is sent twice, as text and as structured content. */
function countFitting(rows: readonly unknown[], usedTokens: number): number {
  let remaining = MAX_RESULT_TOKENS - RESERVED_TOKENS - usedTokens
  for (const [index, row] of rows.entries()) {
    remaining -= 2 * estimateTokens(escapeInvisibleAll(row))
    if (remaining < 0) return index
  }
  return rows.length
}

export const toRowPage = (body: unknown, present: (row: never) => Record<string, unknown>): RowPage => {
  const { data, next_cursor } = body as { data: never[]; next_cursor: string | null }
  return { rows: data.map(present), next_cursor }
}
