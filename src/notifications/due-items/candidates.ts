import { sql, type Sql, orgEquals } from '../../db/sql.ts'
import type { ClaimedDay } from './days.ts'

/** Scans due tasks by date once for all users: by assignee, it would read all tasks of a large organization. */
const selectDueTasks = (orgId?: string) => sql`
  due as materialized (
    select o.org_id, t.* from (select org_id, min(since) as since, max(day) as day from memberships group by org_id) o
    cross join lateral (
      select t.task_id, t.due_date, t.assignee_key from tasks t
      where ${orgEquals('t.org_id', orgId)}
        and t.org_id = o.org_id and t.deleted_at is null and t.due_date between o.since and o.day
        and t.status not in ('completed', 'archived') ${orgId === undefined ? sql`offset 0` : sql``}) t)`

export const buildDueCtes = (users: readonly ClaimedDay[], orgId?: string): Sql => sql`
  day_users as materialized (
    select * from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as p(user_id uuid, day date, since date)),
  memberships as materialized (
    select m.org_id, m.user_id, m.username_key, p.day, p.since
    from day_users p join organization_members m on m.user_id = p.user_id and m.is_active and m.deleted_at is null
    where ${orgEquals('m.org_id', orgId)}),
  ${selectDueTasks(orgId)}`

const tasks = sql`
  select case when t.due_date = b.day then 'due_today' else 'overdue' end as kind, b.org_id, b.user_id,
    'task' as resource_type, t.task_id as resource_id, null as team_id, null as title, t.due_date as day
  from memberships b join due t on t.org_id = b.org_id and t.assignee_key = b.username_key
    and t.due_date between b.since and b.day`

const selectSprints = (orgId?: string) => sql`
  select 'sprint_closing', b.org_id, b.user_id, 'sprint', s.sprint_id, s.team_id, s.name, s.end_date
  from memberships b
  join team_members tm on tm.org_id = b.org_id and tm.user_id = b.user_id and tm.is_active
  join sprints s on s.org_id = tm.org_id and s.team_id = tm.team_id and s.is_active and s.status = 'active'
    and s.end_date = b.day
  where ${orgEquals('tm.org_id', orgId)}`

const selectMilestones = (orgId?: string) => sql`
  select 'milestone_closing', b.org_id, b.user_id, 'milestone', s.milestone_id, s.team_id, s.title, s.target_date
  from memberships b
  join team_members tm on tm.org_id = b.org_id and tm.user_id = b.user_id and tm.is_active
  join milestones s on s.org_id = tm.org_id and s.team_id = tm.team_id and s.is_active and s.status = 'open'
    and s.target_date = b.day
  where ${orgEquals('tm.org_id', orgId)}`

/** Includes the date in the key of a cause, so that each is sent once. */
export const selectDueCandidates = (orgId?: string): Sql => sql`
  select null::integer as n, d.kind || ':' || d.resource_id || ':' || d.day as cause_id, d.kind, d.org_id, d.user_id,
    d.resource_type, d.resource_id, null as other_task_id, null as project_id, d.team_id, d.title, false as watching
  from (${tasks} union all ${selectSprints(orgId)} union all ${selectMilestones(orgId)}) d`
