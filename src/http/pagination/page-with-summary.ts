import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../core/context.ts'
import { buildPageStatement, type BuildPageQuery, type PageRequest, type SelectPageOptions } from './pagination.ts'

/**
 * Selects a page together with the single row of `whole`, which describes the list across all pages, also for an empty
 * page. `more` is a column computed for the rows of the page only, referred to as `page`.
 */
export async function selectPageWithSummary<R, W>(
  ctx: Context,
  list: PageRequest,
  whole: Sql<W>,
  build: BuildPageQuery<R>,
  { limitBytes = false, more = sql`null` }: Pick<SelectPageOptions, 'limitBytes'> & { more?: Sql } = {},
): Promise<{ found: R[]; whole: W }> {
  const page = sql`select p.*, row_number() over () as place from (${buildPageStatement(list, build, limitBytes)}) p`
  const all = await ctx.db.query(
    sql<R & { whole: W; place: number | null }>`
      select to_jsonb(whole) as whole, page.*, ${more} as more
      from (${whole}) whole left join (${page}) page on true order by page.place`,
    { plan: 'custom' },
  )
  return { found: all.filter((row) => row.place !== null), whole: all[0]!.whole }
}
