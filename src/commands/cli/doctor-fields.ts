import { sql } from '../../db/sql.ts'
import type { Config } from '../../core/config/config.ts'
import { findNextOrganization } from '../../resources/work/tasks/queries/spans.ts'
import { FolderInUse, withDatabase } from './database.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Key of item `x` of a value in the index; null for texts and users, whose keys only the service builds. */
const itemKey = sql`case f.type
  when 'number' then case when x.item !~ '^-?[0-9.]+(e[+-]?[0-9]+)?$' then 'not a number' when x.item::float8 < 0
    then translate(encode(float8send(x.item::float8), 'hex'), '0123456789abcdef', 'fedcba9876543210')
    else translate(left(encode(float8send(x.item::float8), 'hex'), 1), '01234567', '89abcdef')
      || substr(encode(float8send(x.item::float8), 'hex'), 2) end
  when 'checkbox' then case x.item when 'true' then '1' else '0' end
  when 'date' then x.item when 'select' then x.item when 'multi_select' then x.item end collate "C"`

/** Counts the values in the tasks of an organization, and those whose index entries differ in number or key. */
const compareValues = (orgId: string) => sql<{ values: number; differing: number }>`
  with stored as (
    select t.task_id, f.field_id,
      array(select ${itemKey} from jsonb_array_elements_text(
          case jsonb_typeof(e.value) when 'array' then e.value else jsonb_build_array(e.value) end)
        with ordinality x (item, position) order by x.position) as keys
    from tasks t cross join lateral jsonb_each(t.custom) e
      join task_fields f on f.org_id = ${orgId} and f.key = e.key
    where t.org_id = ${orgId} and t.custom <> '{}'),
  indexed as (
    select v.task_id, v.field_id,
      array_agg(case when f.type in ('text', 'url', 'person', 'people') then null else v.sort_key end order by v.ord) as keys
    from task_field_values v join task_fields f on f.org_id = ${orgId} and f.field_id = v.field_id
    where v.org_id = ${orgId} group by v.task_id, v.field_id)
  select count(s.task_id)::int as values, count(*) filter (where s.keys is distinct from i.keys)::int as differing
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
