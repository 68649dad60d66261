import type { Db } from '../../../../db/database.ts'
import { sql, type Sql, buildUpdatedAt, joinSql, orgEquals } from '../../../../db/sql.ts'
import type { FieldType, FieldValue, ValueKey } from '../../fields/kinds.ts'

/** A pending removal of all values of a field (`option` is empty), or replacement of an option. */
export interface ValueChange {
  org_id: string
  field_id: string
  option: string
  replace_by: string | null
  key: string
  type: FieldType
  project_ids: string[] | null
}

/** A locked task with its value of the field. */
export interface ValueHolder {
  task_id: string
  project_id: string | null
  deleted: boolean
  value: FieldValue | null
}

export const selectOrgsWithValueChanges = (): Sql<{ org_id: string }> => sql`
  select distinct org_id from field_value_changes`

/** Locks the oldest change that no other process is making. */
export const lockNextValueChange = (trx: Db, orgId?: string) =>
  trx.queryRow(sql<ValueChange>`
    select c.org_id, c.field_id, c.option, c.replace_by, f.key, f.type, f.project_ids
    from field_value_changes c join task_fields f on f.org_id = c.org_id and f.field_id = c.field_id
    where ${orgEquals('c.org_id', orgId)} and ${orgEquals('f.org_id', orgId)}
    order by c.requested_at, c.field_id, c.option limit 1 for update of c skip locked`)

/** Locks the next tasks with values to change, deleted ones included since they can be restored. */
export const lockValueHolders = (trx: Db, { org_id, field_id, option, key }: ValueChange, limit: number) =>
  trx.query(sql<ValueHolder>`
    select t.task_id, t.project_id, t.deleted_at is not null as deleted, t.custom->${key}::text as value from tasks t
    where t.org_id = ${org_id} and t.task_id in (select v.task_id from task_field_values v
      where v.org_id = ${org_id} and v.field_id = ${field_id} and ${option === '' ? sql`true` : sql`v.sort_key = ${option}`}
      limit ${limit})
    order by t.task_id for no key update of t`)

/** New value of a task; null for none. `raises` tells whether readers see the change. */
export interface NewValue {
  task_id: string
  value: FieldValue | null
  raises: boolean
}

export const saveValues = (
  trx: Db,
  { org_id, key }: Pick<ValueChange, 'org_id' | 'key'>,
  values: readonly NewValue[],
  now: string,
): Promise<unknown> =>
  trx.query(
    sql`update tasks t
      set custom = case when u.value is null then t.custom - ${key}::text
          else jsonb_set(t.custom, array[${key}::text], u.value) end,
        version = t.version + u.raises::int,
        updated_by = case when u.raises then null else t.updated_by end,
        updated_at = case when u.raises then ${buildUpdatedAt(now, 't.updated_at')} else t.updated_at end
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as u(task_id text, value jsonb, raises boolean)
      where t.org_id = ${org_id} and t.task_id = u.task_id`,
    { plan: 'custom' },
  )

/** Replaces the index of the values of a field in these tasks. */
export async function replaceValueKeys(
  trx: Db,
  { org_id, field_id }: Pick<ValueChange, 'org_id' | 'field_id'>,
  tasks: readonly { task_id: string; keys: readonly ValueKey[] }[],
): Promise<void> {
  await trx.query(sql`
    delete from task_field_values where org_id = ${org_id} and field_id = ${field_id}
      and task_id = any(${tasks.map(({ task_id }) => task_id)}::text[])`)
  const rows = tasks.flatMap(({ task_id, keys }) =>
    keys.map(({ sort_key, folded }, ord) => sql`(${org_id}, ${task_id}, ${field_id}, ${ord}, ${sort_key}, ${folded})`),
  )
  if (rows.length > 0)
    await trx.query(
      sql`insert into task_field_values (org_id, task_id, field_id, ord, sort_key, folded) values ${joinSql(rows)}`,
    )
}

export const deleteValueChange = (trx: Db, { org_id, field_id, option }: ValueChange): Promise<unknown> =>
  trx.query(sql`
    delete from field_value_changes where org_id = ${org_id} and field_id = ${field_id} and option = ${option}`)
