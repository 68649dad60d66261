import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'

/** Returns whether a task exists, live or deleted. */
export async function isTaskStored(ctx: Context, orgId: string, taskId: string): Promise<boolean> {
  const found = await ctx.db.query(sql`select from tasks where org_id = ${orgId} and task_id = ${taskId}`)
  return found.length > 0
}

/** Splits `source:id`; names of sources may contain colons as well. */
const splitExternalId = (text: string): [source: string, id: string][] =>
  [...text.matchAll(/:/g)].map(({ index }) => [text.slice(0, index), text.slice(index + 1)])

/** Returns the condition that task `t` has one of the external ids, each `source:id`. */
export function matchExternalIds(orgId: string, texts: readonly string[]): Sql {
  const ids = texts.flatMap(splitExternalId)
  return sql`t.task_id in (
    select x.resource_id from unnest(${ids.map(([source]) => source)}::text[], ${ids.map(([, id]) => id)}::text[])
        as w(source, external_id)
      join external_refs x on x.org_id = ${orgId} and x.resource_type = 'task' and x.source = w.source collate "C"
        and x.external_id = w.external_id collate "C")`
}
