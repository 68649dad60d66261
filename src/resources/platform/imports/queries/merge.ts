/** Statements that name a member where a placeholder was named, each for a slice of a table in the order of its key. */
import { sql, type Sql } from '../../../../db/sql.ts'
import type { Db } from '../../../../db/database.ts'
import { digestAssignee } from '../sync-rules.ts'
import type { PlaceholderMerge } from './placeholders.ts'

interface Slice {
  /** Number of rows read. */
  size: number
  /** Key of the last one; null at the end. */
  last: string | null
}

type SliceStatement = (merge: PlaceholderMerge, limit: number) => Sql<Slice>

const rename = (column: string, { username, into_username }: PlaceholderMerge): Sql => {
  const name = sql.raw(column)
  return sql`case when ${name} = ${username} then ${into_username} else ${name} end`
}

/**
 * Renames in tasks and in the digests of their last import. Versions rise with those that an undo compares; the time of
 * the time of the last update stays, since the tasks themselves did not change.
 */
const mergeTasks: SliceStatement = (merge, limit) => {
  const { org_id, username, into_username, cursor } = merge
  const [from, to] = [digestAssignee(username), digestAssignee(into_username)]
  return sql<Slice>`
    with slice as (
      select t.task_id, t.version, t.assignee = ${username} or t.created_by = ${username} or t.updated_by = ${username} as named
      from tasks t where t.org_id = ${org_id} and t.task_id > ${cursor} order by t.task_id limit ${limit}),
    changed as (
      update tasks t set assignee = ${rename('t.assignee', merge)}, created_by = ${rename('t.created_by', merge)},
        updated_by = ${rename('t.updated_by', merge)}, version = t.version + 1,
        assignee_key = case when t.assignee = ${username} then lower(${into_username}::text collate "C") else t.assignee_key end
      from slice s where t.org_id = ${org_id} and t.task_id = s.task_id and s.named),
    refs as (
      update external_refs x set
        resource_version = case when s.named and x.resource_version = s.version then s.version + 1 else x.resource_version end,
        fingerprint = regexp_replace(regexp_replace(x.fingerprint, ${`([.&]assignee=)${from}`}, ${`\\1${to}`}),
          ${`([.&]assignee=.{6})${from}`}, ${`\\1${to}`})
      from slice s where x.org_id = ${org_id} and x.resource_type = 'task' and x.resource_id = s.task_id
        and (s.named or strpos(x.fingerprint, ${from}) > 0))
    select count(*)::int as size, max(s.task_id) as last from slice s`
}

const mergeComments: SliceStatement = (merge, limit) => {
  const { org_id, user_id, username, into_user_id, into_username, cursor } = merge
  return sql<Slice>`
    with slice as (
      select c.comment_id from task_comments c where c.org_id = ${org_id} and c.comment_id > ${cursor}
      order by c.comment_id limit ${limit}),
    changed as (
      update task_comments c set author_id = ${into_user_id}, created_by = ${into_username}
      from slice s where c.org_id = ${org_id} and c.comment_id = s.comment_id
        and (c.author_id = ${user_id} or c.created_by = ${username}))
    select count(*)::int as size, max(s.comment_id) as last from slice s`
}

const mergeAttachments: SliceStatement = (merge, limit) => {
  const { org_id, username, cursor } = merge
  return sql<Slice>`
    with slice as (
      select a.attachment_id from task_attachments a where a.org_id = ${org_id} and a.attachment_id > ${cursor}
      order by a.attachment_id limit ${limit}),
    changed as (
      update task_attachments a set uploaded_by = ${rename('a.uploaded_by', merge)}, updated_by = ${rename('a.updated_by', merge)}
      from slice s where a.org_id = ${org_id} and a.attachment_id = s.attachment_id
        and (a.uploaded_by = ${username} or a.updated_by = ${username}))
    select count(*)::int as size, max(s.attachment_id) as last from slice s`
}

/** Renames in the JSON of a change what the history of a task shows of people. */
const renameInChange = (column: string, { username, into_username }: PlaceholderMerge): Sql => {
  const change = sql.raw(column)
  const pick = (name: string) => sql`case when ${change}->>${name}::text = ${username} then ${into_username}::text end`
  return sql`case when jsonb_typeof(${change}) = 'object' then ${change} || jsonb_strip_nulls(
    jsonb_build_object('assignee', ${pick('assignee')}, 'created_by', ${pick('created_by')}, 'updated_by', ${pick('updated_by')}))
    else ${change} end`
}

/** Renames in the history; events from before the placeholder cannot name it. */
const mergeHistory: SliceStatement = (merge, limit) => {
  const { org_id, username, cursor, created_at } = merge
  const [time, id] = cursor === '' ? [created_at, ''] : cursor.split(' ')
  const names = (column: string) => {
    const change = sql.raw(column)
    return sql`${username} in (${change}->>'assignee', ${change}->>'created_by', ${change}->>'updated_by')`
  }
  return sql<Slice>`
    with slice as (
      select e.event_id, e.created_at from events e
      where e.org_id = ${org_id} and (e.created_at, e.event_id) > (${time}::timestamptz, ${id})
      order by e.created_at, e.event_id limit ${limit}),
    changed as (
      update events e set before = ${renameInChange('e.before', merge)}, after = ${renameInChange('e.after', merge)}
      from slice s where e.org_id = ${org_id} and e.event_id = s.event_id and e.created_at = s.created_at
        and e.resource_type = 'task' and (${names('e.before')} or ${names('e.after')}))
    select count(*)::int as size, max(to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || ' ' || s.event_id) as last
    from slice s`
}

/** Renames in a table of plans or views. Versions rise with those that an undo compares. */
const buildPlanMerge =
  (type: string, change: (merge: PlaceholderMerge) => { assignment: Sql; named: Sql }): SliceStatement =>
  (merge, limit) => {
    const { org_id, cursor } = merge
    const [table, id] = [sql.raw(`${type}s`), sql.raw(`t.${type}_id`)]
    const { assignment, named } = change(merge)
    return sql<Slice>`
      with slice as (
        select ${id} as id, t.version, ${named} as named from ${table} t
        where t.org_id = ${org_id} and ${id} > ${cursor} order by ${id} limit ${limit}),
      changed as (
        update ${table} t set ${assignment}, version = t.version + 1
        from slice s where t.org_id = ${org_id} and ${id} = s.id and s.named),
      refs as (
        update external_refs x set resource_version = s.version + 1
        from slice s where x.org_id = ${org_id} and x.resource_type = ${type} and x.resource_id = s.id and s.named
          and x.resource_version = s.version)
      select count(*)::int as size, max(s.id) as last from slice s`
  }

const mergeSprints = buildPlanMerge('sprint', ({ username, into_username }) => ({
  assignment: sql`completed_by = ${into_username}`,
  named: sql`coalesce(t.completed_by = ${username}, false)`,
}))

const mergeMilestones = buildPlanMerge('milestone', ({ username, into_username }) => ({
  assignment: sql`closed_by = ${into_username}`,
  named: sql`coalesce(t.closed_by = ${username}, false)`,
}))

const mergeGoals = buildPlanMerge('goal', ({ username, into_username }) => ({
  assignment: sql`closed_by = ${into_username}`,
  named: sql`coalesce(t.closed_by = ${username}, false)`,
}))

/** Filters of views whose values are usernames, which have no characters that JSON or expressions treat specially. */
const userFilters = ['filter[assignee]', 'filter[involves]']

const mergeViews = buildPlanMerge('view', ({ username, into_username }) => {
  const pattern = `([",])${username.replaceAll('.', '\\.')}(?=[",])`
  return {
    assignment: sql`query = (select jsonb_object_agg(q.key, case when q.key = any(${userFilters}::text[])
      then regexp_replace(q.value::text, ${pattern}, ${`\\1${into_username}`}, 'g')::jsonb else q.value end)
      from jsonb_each(t.query) q)`,
    named: sql`exists (select from jsonb_each(t.query) q
      where q.key = any(${userFilters}::text[]) and q.value::text ~ ${pattern})`,
  }
})

/** Steps in the order of their numbers in checkpoints. */
const steps = [
  mergeTasks,
  mergeComments,
  mergeAttachments,
  mergeHistory,
  mergeSprints,
  mergeMilestones,
  mergeViews,
  mergeGoals,
]

/** Merges the next slice. Returns the checkpoint after it; null when all is done. */
export async function mergeSlice(
  db: Db,
  merge: PlaceholderMerge,
  limit: number,
): Promise<{ step: number; cursor: string } | null> {
  const statement = steps[merge.step]
  if (!statement) return null
  const [slice] = await db.query(statement(merge, limit))
  return slice!.last === null || slice!.size < limit
    ? { step: merge.step + 1, cursor: '' }
    : { step: merge.step, cursor: slice!.last }
}
