import { sql, type Sql, inList } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'

/** Returns whether a task exists, live or deleted. */
export async function isTaskStored(ctx: Context, orgId: string, taskId: string): Promise<boolean> {
  const found = await ctx.db.query(sql`select from tasks where org_id = ${orgId} and task_id = ${taskId}`)
  return found.length > 0
}

/** Id of a task in another system, as responses contain it. */
export interface TaskExternalRef {
  source: string
  external_id: string
}

const refObjects = sql`jsonb_agg(jsonb_build_object('source', x.source, 'external_id', x.external_id)
  order by x.source, x.external_id)`

/** Returns the column `external_refs` of tasks `t`, with a condition on the organization of references `x`. */
export const buildExternalRefsColumn = (inOrg: Sql): Sql => sql`coalesce((select ${refObjects} from external_refs x
  where ${inOrg} and x.org_id = t.org_id and x.resource_type = 'task' and x.resource_id = t.task_id), '[]') as external_refs`

/** Selects the external ids of the tasks that have some. */
export const selectTaskExternalRefs = (orgId: string, taskIds: readonly string[]) => sql<{
  task_id: string
  external_refs: TaskExternalRef[]
}>`
  select x.resource_id as task_id, ${refObjects} as external_refs from external_refs x
  where x.org_id = ${orgId} and x.resource_type = 'task' and ${inList('x.resource_id', taskIds)} group by x.resource_id`

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
