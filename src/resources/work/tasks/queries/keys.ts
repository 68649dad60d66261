import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { parseTaskKey, type TaskKey } from '../keys.ts'
import { findTaskBy, type TaskWithAccess } from './rows.ts'

/** Returns the SELECT of the ids of tasks that have or had one of the keys. */
const selectIdsByKey = (orgId: string, keys: readonly TaskKey[]): Sql => sql`
  select k.task_id from unnest(${keys.map(({ prefix }) => prefix)}::text[], ${keys.map(({ number }) => number)}::integer[])
      as w(prefix, number)
    join project_prefixes x on x.org_id = ${orgId} and x.prefix = w.prefix collate "C"
    join task_keys k on k.org_id = ${orgId} and k.project_id = x.project_id and k.number = w.number`

/** Returns the condition that task `t` has or had one of the keys. Strings that are not valid keys match nothing. */
export function matchKeys(orgId: string, texts: readonly string[]): Sql {
  const keys = texts.flatMap((text) => parseTaskKey(text) ?? [])
  return keys.length === 0 ? sql`false` : sql`t.task_id in (${selectIdsByKey(orgId, keys)})`
}

/** Finds a live task by a present or former key, without checking access. */
export async function findTaskByKey(ctx: Context, orgId: string, text: string): Promise<TaskWithAccess | undefined> {
  const key = parseTaskKey(text)
  return (
    key &&
    findTaskBy(
      ctx,
      orgId,
      sql`t.task_id = (
    select k.task_id from project_prefixes x join task_keys k on k.org_id = ${orgId} and k.project_id = x.project_id
    where x.org_id = ${orgId} and x.prefix = ${key.prefix} and k.number = ${key.number})`,
    )
  )
}
