import { sql, type Sql } from '../../../../db/sql.ts'
import { defineSelection, type ExportScope, type Selection } from './selection.ts'

/** Condition on tasks `t` that the user may read and that are theirs. */
const isOwnTask = ({ orgId, userScope }: ExportScope): Sql =>
  sql`t.org_id = ${orgId} and t.deleted_at is null and ${userScope!.isOwnTask} and ${userScope!.readable}`

/** Condition that a task is in the user's scope, by its id. */
const isOwnTaskId = (scope: ExportScope, id: Sql): Sql =>
  sql`exists (select from tasks t where t.org_id = ${scope.orgId} and t.task_id = ${id} and ${isOwnTask(scope)})`

/** Selects the usernames in a user's own tasks; the only people of their export besides themselves. */
export const selectOwnUsernames = (scope: ExportScope): Sql => sql`
  select unnest(array[t.created_by, t.updated_by, t.assignee]) from tasks t
  where t.org_id = ${scope.orgId} and ${isOwnTask(scope)}`

/** Statements that select the data of one user, in the columns of the data format. */
export const ownSelections: readonly Selection[] = [
  defineSelection(
    'projects',
    (scope) => sql`
    select p.project_id as sort_key, p.project_id as id, p.name, p.prefix, p.status, p.created_at
    from projects p where p.org_id = ${scope.orgId} and p.deleted_at is null
      and exists (select from tasks t where ${isOwnTask(scope)} and t.project_id = p.project_id)`,
  ),
  defineSelection(
    'sections',
    ({ orgId, userScope }) => sql`
    select s.section_id as sort_key, s.section_id as id, s.scope_type, s.scope_id as scope, s.name, s.position, s.status, s.color,
      s.wip_limit, s.created_at, s.created_by, s.updated_at, s.updated_by
    from sections s where s.org_id = ${orgId} and s.scope_type = 'user' and s.scope_id = ${userScope!.username}`,
  ),
  defineSelection(
    'fields',
    (scope) => sql`
    select d.field_id as sort_key, d.field_id as id, d.key, d.name, d.type, d.unit, d.decimals,
      (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('option', o.value -> 'option', 'label', o.value -> 'label',
          'color', o.value -> 'color', 'is_active', o.value -> 'is_active')) order by o.ordinality)
        from jsonb_array_elements(d.options) with ordinality o) as options,
      d.project_ids as projects, d.position, d.is_active, d.created_at
    from task_fields d
    where d.org_id = ${scope.orgId} and exists (select from tasks t where ${isOwnTask(scope)} and t.custom ? d.key)`,
  ),
  defineSelection(
    'tasks',
    (scope) => sql`
    select t.task_id as sort_key, t.task_id as id, t.project_id as project,
      (select jsonb_agg(jsonb_build_object('section', s.section_id, 'position', s.position) order by s.section_id)
        from task_sections s where s.org_id = ${scope.orgId} and s.task_id = t.task_id and s.scope_type = 'user'
          and s.scope_id = ${scope.userScope!.username}) as sections,
      (select p.prefix || '-' || t.number from projects p
        where p.org_id = ${scope.orgId} and p.project_id = t.project_id) as key,
      (select x.task_id from tasks x where x.org_id = ${scope.orgId} and x.task_id = t.parent_task_id
        and ${isOwnTaskId(scope, sql.raw('x.task_id'))}) as parent,
      nullif(t.custom, '{}') as custom, nullif(t.is_subtask, false) as is_subtask, t.bug_id, t.tracker_id,
      t.title, t.description, t.status, t.priority, t.task_type as type, t.type_data, t.assignee, t.start_date, t.due_date,
      t.tags, nullif(t.metadata, '[]') as metadata, nullif(t.restricted, false) as restricted,
      t.restricted_to_user_ids as restricted_to, t.created_at, t.created_by, t.updated_at, t.updated_by
    from tasks t where ${isOwnTask(scope)}`,
  ),
  defineSelection(
    'dependencies',
    (scope) => sql`
    select x.task_id as sort_key, d.task_id as sort_key_2, x.task_id || '.' || d.task_id as id, x.task_id as task, d.task_id as depends_on
    from tasks x join lateral unnest(x.dependencies) as d(task_id) on true
    where x.org_id = ${scope.orgId} and x.dependencies <> '{}' and ${isOwnTaskId(scope, sql.raw('x.task_id'))}
      and ${isOwnTaskId(scope, sql.raw('d.task_id'))}`,
  ),
  defineSelection(
    'attachments',
    (scope) => sql`
    select x.attachment_id as sort_key, x.attachment_id as id, x.task_id as task, x.name, x.title, f.media_type, f.size,
      f.digest as sha256, f.file_id as file, x.is_inline, x.uploaded_by, x.uploaded_at
    from task_attachments x left join files f on f.org_id = ${scope.orgId} and f.file_id = x.file_id
    where x.org_id = ${scope.orgId} and x.deleted_at is null and x.uploaded_by = ${scope.userScope!.username}
      and ${isOwnTaskId(scope, sql.raw('x.task_id'))}`,
  ),
  defineSelection(
    'comments',
    ({ orgId, userScope }) => sql`
    select x.comment_id as sort_key, x.comment_id as id, x.task_id as task, x.author_id as author, x.content, x.created_at,
      x.updated_at
    from task_comments x where x.org_id = ${orgId} and x.author_id = ${userScope!.userId} and x.deleted_at is null
      and exists (select from tasks t where t.org_id = ${orgId} and t.task_id = x.task_id and t.deleted_at is null
        and ${userScope!.readable})`,
  ),
  defineSelection(
    'views',
    ({ orgId, userScope }) => sql`
    select v.view_id as sort_key, v.view_id as id, v.scope_type, v.scope_id as scope, v.resource, v.name, v.query, v.display,
      v.created_at, v.created_by, v.updated_at, v.updated_by
    from views v where v.org_id = ${orgId} and v.is_active and v.scope_type = 'user' and v.scope_id = ${userScope!.username}`,
  ),
]
