import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { formatTaskKey, parseTaskKey, type TaskKey } from '../keys.ts'
import { findTaskBy, type TaskWithAccess } from './rows.ts'

/** Keys that tasks had in other systems, as references of this type and source. */
export const FORMER_KEY_REF = { resource_type: 'task_key', source: 'key' } as const

const selectIdsByFormerKey = (orgId: string, keys: readonly TaskKey[]): Sql => sql`
  select r.resource_id from external_refs r
  where r.org_id = ${orgId} and r.resource_type = ${FORMER_KEY_REF.resource_type} and r.source = ${FORMER_KEY_REF.source}
    and r.external_id = any(${keys.map(({ prefix, number }) => formatTaskKey(prefix, number))}::text[])`

/** Returns the SELECT of keys with the ids of the tasks that have or had them here. */
const selectIdsByKey = (orgId: string, keys: readonly TaskKey[]): Sql<{ key: string }> => sql`
  select k.task_id, w.prefix || '-' || w.number as key from unnest(${keys.map(({ prefix }) => prefix)}::text[], ${keys.map(({ number }) => number)}::integer[])
      as w(prefix, number)
    join project_prefixes x on x.org_id = ${orgId} and x.prefix = w.prefix collate "C"
    join task_keys k on k.org_id = ${orgId} and k.project_id = x.project_id and k.number = w.number`

/** Returns the condition that task `t` has or had one of the keys. Strings that are not valid keys match nothing. */
export function matchKeys(orgId: string, texts: readonly string[]): Sql {
  const keys = texts.flatMap((text) => parseTaskKey(text) ?? [])
  return keys.length === 0
    ? sql`false`
    : sql`t.task_id in (select n.task_id from (${selectIdsByKey(orgId, keys)}) n
    union all ${selectIdsByFormerKey(orgId, keys)})`
}

/** Returns those of the keys that a task of the organization has or had. */
export async function listTakenKeys(ctx: Context, orgId: string, keys: readonly TaskKey[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  return new Set((await ctx.db.query(selectIdsByKey(orgId, keys))).map(({ key }) => key))
}

/** Finds a live task by a present or former key, without checking access. Keys of other systems come last. */
export async function findTaskByKey(ctx: Context, orgId: string, text: string): Promise<TaskWithAccess | undefined> {
  const key = parseTaskKey(text)
  return (
    key &&
    findTaskBy(
      ctx,
      orgId,
      sql`t.task_id = coalesce((
    select k.task_id from project_prefixes x join task_keys k on k.org_id = ${orgId} and k.project_id = x.project_id
    where x.org_id = ${orgId} and x.prefix = ${key.prefix} and k.number = ${key.number}),
    (${selectIdsByFormerKey(orgId, [key])}))`,
    )
  )
}
