import { sql } from '../../db/sql.ts'
import type { Config } from '../../core/config/config.ts'
import { findNextOrganization } from '../../resources/work/tasks/queries/spans.ts'
import { FolderInUse, withDatabase } from './database.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Counts the values in the tasks of an organization, and those whose index entries have another number. */
const compareValues = (orgId: string) => sql<{ values: number; differing: number }>`
  with stored as (
    select t.task_id, f.field_id,
      case jsonb_typeof(e.value) when 'array' then jsonb_array_length(e.value) else 1 end as items
    from tasks t cross join lateral jsonb_each(t.custom) e
      join task_fields f on f.org_id = ${orgId} and f.key = e.key
    where t.org_id = ${orgId} and t.custom <> '{}'),
  indexed as (
    select v.task_id, v.field_id, count(*) as items
    from task_field_values v where v.org_id = ${orgId} group by v.task_id, v.field_id)
  select count(s.task_id)::int as values, count(*) filter (where s.items is distinct from i.items)::int as differing
  from stored s full join indexed i on i.task_id = s.task_id and i.field_id = s.field_id`

/** Compares the values of custom fields in tasks with the index that filters and sorts by them. */
export async function checkCustomFields(config: Config): Promise<string> {
  try {
    return await withDatabase(config, async ({ db }) => {
      const [schema] = await db.query(sql<{ exists: boolean }>`
        select to_regclass('task_field_values') is not null as exists`)
      if (!schema!.exists) return 'none, since the database has no tables yet'
      let [values, differing] = [0, 0]
      for (
        let org = await findNextOrganization(db, FIRST_ID);
        org !== undefined;
        org = await findNextOrganization(db, org)
      ) {
        const [found] = await db.query(compareValues(org))
        values += found!.values
        differing += found!.differing
      }
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
