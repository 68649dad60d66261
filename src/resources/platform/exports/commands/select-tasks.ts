import { sql } from '../../../../db/sql.ts'
import { FORMER_READERS_KEY } from '../../../work/tasks/policy.ts'
import { defineSelection, inProject, type ExportScope, type Selection } from './selection.ts'

const belongsToTask = ({ projectId, orgId }: ExportScope) => sql`
  exists (select from tasks t where t.org_id = ${orgId} and t.task_id = x.task_id and t.deleted_at is null
    and (${projectId}::text is null or t.project_id = ${projectId}))`

/** Statements that select tasks and what belongs to them, in the columns of the data format. */
export const taskSelections: readonly Selection[] = [
  defineSelection(
    'tasks',
    (scope) => sql`
    select t.task_id as sort_key, t.task_id as id, t.project_id as project, t.team_id as team,
      (select jsonb_agg(jsonb_build_object('section', s.section_id, 'position', s.position) order by s.section_id)
        from task_sections s where s.org_id = ${scope.orgId} and s.task_id = t.task_id) as sections,
      t.sprint_id as sprint, t.milestone_id as milestone, t.goal_id as goal,
      array(select s.stop_id from stop_tasks s where s.org_id = ${scope.orgId} and s.task_id = t.task_id
        order by s.stop_id) as stops,
      (select p.task_id from tasks p
        where p.org_id = ${scope.orgId} and p.task_id = t.parent_task_id and p.deleted_at is null
          and (${scope.projectId}::text is null or p.project_id = ${scope.projectId})) as parent,
      (select array_position(p.sub_tasks, t.task_id) from tasks p
        where p.org_id = ${scope.orgId} and p.task_id = t.parent_task_id) as position,
      (select p.prefix || '-' || t.number from projects p
        where p.org_id = ${scope.orgId} and p.project_id = t.project_id) as key,
      array(select p.prefix || '-' || k.number from task_keys k
        join projects p on p.org_id = ${scope.orgId} and p.project_id = k.project_id and p.deleted_at is null
        where k.org_id = ${scope.orgId} and k.task_id = t.task_id
          and (k.project_id, k.number) is distinct from (t.project_id, t.number)
          and (${scope.projectId}::text is null or k.project_id = ${scope.projectId})
        order by p.prefix, k.number) as former_keys,
      nullif(t.is_subtask, false) as is_subtask, t.bug_id, t.tracker_id,
      t.title, t.description, t.status, t.priority, t.task_type as type, t.type_data, t.assignee, t.start_date, t.due_date,
      t.tags, nullif(t.custom, '{}') as custom, nullif(t.metadata, '[]') as metadata, nullif(t.restricted, false) as restricted,
      t.restricted_to_user_ids as restricted_to, t.created_at, t.created_by, t.updated_at, t.updated_by
    from tasks t
    where t.org_id = ${scope.orgId} and t.deleted_at is null ${inProject(scope, sql.raw('t.project_id'))}`,
  ),
  defineSelection(
    'dependencies',
    (scope) => sql`
    select x.task_id as sort_key, d.task_id as sort_key_2, x.task_id || '.' || d.task_id as id, x.task_id as task, d.task_id as depends_on
    from tasks x join lateral unnest(x.dependencies) as d(task_id) on true
      join tasks p on p.org_id = ${scope.orgId} and p.task_id = d.task_id and p.deleted_at is null
        and (${scope.projectId}::text is null or p.project_id = ${scope.projectId})
    where x.org_id = ${scope.orgId} and x.deleted_at is null ${inProject(scope, sql.raw('x.project_id'))}`,
  ),
  defineSelection(
    'comments',
    (scope) => sql`
    select x.comment_id as sort_key, x.comment_id as id, x.task_id as task, x.parent_id as parent, x.author_id as author,
      x.content, x.mentions, x.created_at, x.updated_at, x.deleted_at
    from task_comments x where x.org_id = ${scope.orgId} and ${belongsToTask(scope)}`,
  ),
  defineSelection(
    'attachments',
    (scope) => sql`
    select x.attachment_id as sort_key, x.attachment_id as id, x.task_id as task, x.name, x.title, f.media_type, f.size,
      f.digest as sha256, f.file_id as file, x.is_inline, x.uploaded_by, x.uploaded_at, x.updated_at, x.updated_by
    from task_attachments x left join files f on f.org_id = ${scope.orgId} and f.file_id = x.file_id
    where x.org_id = ${scope.orgId} and x.deleted_at is null and ${belongsToTask(scope)}`,
  ),
  defineSelection(
    'watchers',
    (scope) => sql`
    select x.task_id as sort_key, x.user_id::text as sort_key_2, x.task_id || '.' || x.user_id as id, x.task_id as task,
      x.user_id as person, x.watching, x.reason, x.created_at
    from task_watchers x where x.org_id = ${scope.orgId} and ${belongsToTask(scope)}`,
  ),
  defineSelection(
    'reminders',
    (scope) => sql`
    select x.reminder_id as sort_key, x.reminder_id as id, x.task_id as task, x.user_id as person, x.created_by, x.recipient, x.at,
      x.days_before, x.time_of_day, x.time_zone, x.note, x.status, x.created_at, x.updated_at
    from task_reminders x where x.org_id = ${scope.orgId} and ${belongsToTask(scope)}`,
  ),
  defineSelection(
    'external_refs',
    ({ orgId }) => sql`
    select x.resource_id as sort_key, x.resource_type || ' ' || x.source || ' ' || x.external_id as sort_key_2,
      md5(jsonb_build_array(x.resource_type, x.source, x.external_id)::text) as id, x.source, x.external_id,
      x.resource_type, x.resource_id as resource, x.fingerprint, x.created_at, x.updated_at
    from external_refs x where x.org_id = ${orgId}`,
  ),
  defineSelection(
    'task_spans',
    (scope) => sql`
    select x.task_id as sort_key, x.what || '.' || x.entered_at || '.' || x.left_at || '.' || coalesce(x.value, '') as sort_key_2,
      x.task_id as task, x.what, x.value, x.entered_at, x.left_at
    from task_spans x where x.org_id = ${scope.orgId} and ${belongsToTask(scope)}`,
  ),
  defineSelection(
    'history',
    ({ orgId }) => sql`
    select e.event_id as sort_key, e.event_id as id, e.type, e.resource_type, e.resource_id as resource, e.part_id as part,
      e.project_id as project, e.from_project_id as from_project, e.actor_kind, e.actor_user_id as actor,
      e.actor_username as actor_name, e.before - ${FORMER_READERS_KEY}::text as before, e.after, e.cause, e.created_at
    from events e where e.org_id = ${orgId} and e.resource_type <> 'export'`,
  ),
]
