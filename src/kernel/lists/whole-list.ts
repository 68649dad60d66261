import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../context.ts'
import { pageStatement, type Build, type ListQuery } from '../paging.ts'

/**
 * Selects a page and the one row of `whole`, which tells of the list on all its pages and is there when the page is
 * empty too. It is one statement, planned with its values. `more` is a column that is worked out for the rows of the
 * page alone; it can refer to such a row as `page`. `weighed` means what it means to `selectPage`.
 */
export async function selectPageOfWhole<R, W>(
  ctx: Context,
  list: ListQuery,
  whole: Sql<W>,
  build: Build<R>,
  { weighed = false, more = sql`null` }: { weighed?: boolean; more?: Sql } = {},
): Promise<{ found: R[]; whole: W }> {
  const page = sql`select p.*, row_number() over () as place from (${pageStatement(list, build, weighed)}) p`
  const all = await ctx.db.query(
    sql<R & { whole: W; place: number | null }>`
      select to_jsonb(whole) as whole, page.*, ${more} as more
      from (${whole}) whole left join (${page}) page on true order by page.place`,
    { plan: 'custom' },
  )
  return { found: all.filter((row) => row.place !== null), whole: all[0]!.whole }
}
