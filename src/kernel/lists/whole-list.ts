import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context.ts'
import { pageStatement, type Build, type ListQuery } from '../paging.ts'
import { rows } from '../sql.ts'

/**
 * Selects a page together with the one row of `whole`, which tells of the list on all its pages, in one statement planned
 * with its values; that row is there when the page is empty too. `more` is one column worked out for the rows of the page
 * alone, which it can refer to as `page`. `weighed`: as for `selectPage`.
 */
export async function selectPageOfWhole<R, W>(
  ctx: Context,
  list: ListQuery,
  whole: RawBuilder<W>,
  build: Build<R>,
  { weighed = false, more = sql`null` }: { weighed?: boolean; more?: RawBuilder<unknown> } = {},
): Promise<{ found: R[]; whole: W }> {
  const page = sql`select p.*, row_number() over () as place from (${pageStatement(list, build, { weighed })}) p`
  const all = await rows(
    ctx.db,
    sql<R & { whole: W; place: number | null }>`/*custom*/
      select to_jsonb(whole) as whole, page.*, ${more} as more
      from (${whole}) whole left join (${page}) page on true order by page.place`,
  )
  return { found: all.filter((row) => row.place !== null), whole: all[0]!.whole }
}
