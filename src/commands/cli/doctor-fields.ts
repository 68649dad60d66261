import { sql } from '../../db/sql.ts'
import type { Config } from '../../core/config/config.ts'
import { FolderInUse, withDatabase } from './database.ts'

/** Compares the values of custom fields in tasks with the index that filters and sorts by them. */
export async function checkCustomFields(config: Config): Promise<string> {
  try {
    return await withDatabase(config, async ({ db }) => {
      const [schema] = await db.query(sql<{ exists: boolean }>`
        select to_regclass('task_field_values') is not null as exists`)
      if (!schema!.exists) return 'none, since the database has no tables yet'
      const [found] = await db.query(sql<{ values: number; differing: number }>`
        with stored as (
          select t.org_id, t.task_id, f.field_id,
            case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end as items
          from tasks t cross join lateral jsonb_each(t.custom) e
            join task_fields f on f.org_id = t.org_id and f.key = e.key
          where t.custom <> '{}'),
        indexed as (
          select v.org_id, v.task_id, v.field_id, count(*) as items
          from task_field_values v group by v.org_id, v.task_id, v.field_id)
        select count(s.task_id)::int as values, count(*) filter (where s.items is distinct from i.items)::int as differing
        from stored s full join indexed i
          on i.org_id = s.org_id and i.task_id = s.task_id and i.field_id = s.field_id`)
      const { values, differing } = found!
      if (differing > 0)
        throw new Error(
          `${differing} values differ from their index: lists may filter and sort them wrongly. Report it.`,
        )
      return values === 0 ? 'no values' : `${values} values agree with their index`
    })
  } catch (error) {
    if (error instanceof FolderInUse) return 'not compared, since the running server uses the embedded database'
    throw error
  }
}
