import { sql, type Sql, buildUpdatedAt, buildUpsertedAt } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'

interface UserRef {
  user_id: string
  username: string
}

interface EndedMembership {
  projects: number
  teams: number
  /** Milestones that no longer have an owner. */
  milestones: number
  restricted_tasks: number
  /** Projects and teams without another owner, and tasks restricted to no other user. */
  projects_passed: number
  teams_passed: number
  tasks_passed: number
  /** Settings of watched tasks, and notifications. */
  watches: number
  notifications: number
  reminders: number
  /** Username of the user who received what was passed on; null when nothing was. */
  passed_to: string | null
}

/** User who leaves, and the successor of what has no other owner. */
interface Departure {
  org_id: string
  leaver: UserRef
  successor: UserRef
  by: string
  now: string
}

const lockProjects = ({ org_id, leaver: { user_id } }: Departure) => sql<{ project_id: string }>`
  select p.project_id from projects p where p.org_id = ${org_id} and p.project_id in (
    select pm.project_id from project_members pm
      where pm.org_id = ${org_id} and pm.user_id = ${user_id} and pm.is_active
    union all select pm.project_id from project_members pm
      where pm.org_id = ${org_id} and pm.user_id = ${user_id} and not pm.is_active and pm.deleted_at is null)
  order by p.project_id for no key update`

const lockTeams = ({ org_id, leaver: { user_id } }: Departure) => sql<{ team_id: string }>`
  select t.team_id from teams t where t.org_id = ${org_id} and t.team_id in (
    select tm.team_id from team_members tm
      where tm.org_id = ${org_id} and tm.user_id = ${user_id} and tm.is_active)
  order by t.team_id for no key update`

/** Selects the projects that the leaver owns, and in `other` the username of its longest-standing other owner or null. */
const selectOwnedProjects = ({ org_id, leaver: { user_id, username } }: Departure, projectIds: string[]): Sql => sql`
  select p.project_id, p.owner = ${username}::text as is_primary, (
    select o.username from project_members o join organization_members m
      on m.org_id = o.org_id and m.user_id = o.user_id and m.is_active and m.deleted_at is null
    where o.org_id = ${org_id} and o.project_id = p.project_id and o.user_id <> ${user_id} and o.is_active
      and o.project_role = 'owner'
    order by o.assigned_at nulls first, o.username_key limit 1) as other
  from projects p join project_members pm on pm.org_id = p.org_id and pm.project_id = p.project_id
  where p.org_id = ${org_id} and p.project_id = any(${projectIds}::text[]) and p.deleted_at is null
    and pm.user_id = ${user_id} and pm.is_active and pm.project_role = 'owner'`

/** Makes the successor an owner of the `owned` projects without another owner, also if it is or was a member of them. */
const passProjects = ({ org_id, successor: { user_id, username }, by, now }: Departure): Sql => sql`
  insert into project_members as pm (org_id, project_id, user_id, username, username_key, project_role,
    assigned_by, assigned_at, created_by, created_at, updated_by, updated_at)
  select ${org_id}, project_id, ${user_id}::uuid, ${username}::text, lower(${username}::text collate "C"), 'owner',
    ${by}, ${now}, ${by}, ${now}, ${by}, ${now}
  from owned where other is null
  on conflict (org_id, project_id, user_id) do update set project_role = 'owner', assigned_by = excluded.assigned_by,
    assigned_at = excluded.assigned_at, is_active = true, deleted_at = null, delete_reason = null,
    designation_id = case when pm.is_active then pm.designation_id end,
    created_by = case when pm.is_active then pm.created_by else excluded.created_by end,
    created_at = case when pm.is_active then pm.created_at else excluded.created_at end,
    updated_by = excluded.updated_by, updated_at = ${buildUpsertedAt('pm')}, version = pm.version + 1
  returning 1`

const leaveProjects = (departure: Departure, projectIds: string[]) => {
  const { org_id, leaver, successor, by, now } = departure
  return sql<{ passed: number }>`
    with owned as (${selectOwnedProjects(departure, projectIds)}),
    passed as (${passProjects(departure)}),
    changed as (
      update projects p set version = p.version + 1, updated_by = ${by}, updated_at = ${buildUpdatedAt(now, 'p.updated_at')},
        owner = coalesce(
          (select coalesce(o.other, ${successor.username}) from owned o where o.project_id = p.project_id and o.is_primary),
          p.owner)
      where p.org_id = ${org_id} and p.project_id = any(${projectIds}::text[])),
    ended as (
      update project_members set is_active = false, deleted_at = ${now}, delete_reason = 'left the organization',
        updated_by = ${by}, updated_at = ${buildUpdatedAt(now, 'updated_at')}, version = version + 1
      where org_id = ${org_id} and project_id = any(${projectIds}::text[]) and user_id = ${leaver.user_id})
    select count(*)::int as passed from passed`
}

/** Makes the successor an owner of the teams without another owner. */
const passTeams = ({ org_id, leaver, successor, by, now }: Departure, teamIds: string[]): Sql => sql`
  insert into team_members as tm (org_id, team_id, user_id, username, team_role, added_by, created_at, updated_at)
  select t.org_id, t.team_id, ${successor.user_id}::uuid, ${successor.username}::text, 'owner', ${by}, ${now}, ${now}
  from teams t join team_members mine on mine.org_id = t.org_id and mine.team_id = t.team_id
  where t.org_id = ${org_id} and t.team_id = any(${teamIds}::text[]) and t.is_active
    and mine.user_id = ${leaver.user_id} and mine.team_role = 'owner' and not exists (
      select from team_members o join organization_members m
        on m.org_id = o.org_id and m.user_id = o.user_id and m.is_active and m.deleted_at is null
      where o.org_id = ${org_id} and o.team_id = t.team_id and o.user_id <> ${leaver.user_id} and o.is_active
        and o.team_role = 'owner')
  on conflict (org_id, team_id, user_id) do update set team_role = 'owner', is_active = true,
    added_by = case when tm.is_active then tm.added_by else excluded.added_by end,
    created_at = case when tm.is_active then tm.created_at else excluded.created_at end,
    updated_at = ${buildUpsertedAt('tm')}, version = tm.version + 1
  returning 1`

const leaveTeams = (departure: Departure, teamIds: string[]) => {
  const { org_id, leaver, by, now } = departure
  return sql<{ passed: number }>`
    with passed as (${passTeams(departure, teamIds)}),
    changed as (
      update teams set version = version + 1, updated_by = ${by}, updated_at = ${buildUpdatedAt(now, 'updated_at')}
      where org_id = ${org_id} and team_id = any(${teamIds}::text[])),
    ended as (
      update team_members set is_active = false, updated_at = ${buildUpdatedAt(now, 'updated_at')}, version = version + 1
      where org_id = ${org_id} and team_id = any(${teamIds}::text[]) and user_id = ${leaver.user_id})
    select count(*)::int as passed from passed`
}

const leaveMilestones = ({ org_id, leaver, by, now }: Departure) => sql`
  with locked as (
    select milestone_id from milestones
    where org_id = ${org_id} and owner_user_id = ${leaver.user_id} and is_active
    order by milestone_id for no key update)
  update milestones m set owner_user_id = null, version = m.version + 1, updated_by = ${by}, updated_at = ${buildUpdatedAt(now, 'm.updated_at')}
  from locked where m.org_id = ${org_id} and m.milestone_id = locked.milestone_id returning 1`

/** The successor replaces a leaver who was the only named reader: an empty list would make the task visible to all readers. */
const leaveTasks = ({ org_id, leaver, successor, by, now }: Departure) => sql<LeftTask>`
  with locked as (
    select task_id, cardinality(restricted_to_user_ids) = 1 as is_only_reader, restricted_to as before from tasks
    where org_id = ${org_id} and restricted and restricted_to_user_ids @> array[${leaver.user_id}::uuid]
    order by task_id for no key update)
  update tasks t set version = t.version + 1, updated_by = ${by}, updated_at = ${buildUpdatedAt(now, 't.updated_at')},
    restricted_to = case when locked.is_only_reader then array[${successor.username}::text]
      else array_remove(t.restricted_to, ${leaver.username}::text) end,
    restricted_to_user_ids = case when locked.is_only_reader then array[${successor.user_id}::uuid]
      else array_remove(t.restricted_to_user_ids, ${leaver.user_id}::uuid) end
  from locked where t.org_id = ${org_id} and t.task_id = locked.task_id
  returning t.task_id, t.project_id, locked.before, t.restricted_to as after, locked.is_only_reader, t.updated_at, t.deleted_at`

interface LeftTask {
  task_id: string
  project_id: string | null
  before: string[]
  after: string[]
  is_only_reader: boolean
  updated_at: string
  deleted_at: string | null
}

async function leaveRestrictions(ctx: Context, departure: Departure, cause: string): Promise<LeftTask[]> {
  const changed = await ctx.db.query(leaveTasks(departure))
  ctx.advanceTimePast(changed, 0)
  const live = changed.filter((task) => task.deleted_at === null)
  for (const { task_id, project_id, before, after } of live)
    ctx.emit({
      org_id: departure.org_id,
      type: 'task.restricted',
      resource_type: 'task',
      resource_id: task_id,
      project_id,
      before: { restricted_to: before },
      after: { restricted_to: after },
      cause,
    })
  return live
}

/** Deletes the user's watch settings, notifications and personal reminders, but not reminders of assignees. */
const deletePersonalRecords = ({ org_id, leaver: { user_id } }: Departure) => sql<{
  watches: number
  notifications: number
  reminders: number
}>`
  with watches as (
    delete from task_watchers where org_id = ${org_id} and user_id = ${user_id} returning 1),
  deleted as (
    delete from notifications where org_id = ${org_id} and user_id = ${user_id} returning 1),
  causes as (
    delete from notification_causes where org_id = ${org_id} and user_id = ${user_id}),
  reminders as (
    delete from task_reminders
    where org_id = ${org_id} and user_id = ${user_id} and recipient = 'me' returning 1)
  select (select count(*)::int from watches) as watches, (select count(*)::int from deleted) as notifications,
    (select count(*)::int from reminders) as reminders`

/**
 * Ends everything that depends on a locked membership: memberships of projects and teams, ownership of milestones, task
 * restrictions, watches, notifications and reminders. Passes projects, teams and restrictions without another user to the
 * successor. Locks in the order users, projects, teams, milestones, tasks, like all writes that add users to them.
 */
export async function endMembership(
  ctx: Context,
  { org_id, ...leaver }: UserRef & { org_id: string },
  successor: UserRef,
  cause: string,
): Promise<EndedMembership> {
  const { db } = ctx
  const departure = { org_id, leaver, successor, by: ctx.user.username, now: ctx.now }
  const projects = (await db.query(lockProjects(departure))).map((row) => row.project_id)
  const teams = (await db.query(lockTeams(departure))).map((row) => row.team_id)
  const [fromProjects] = await db.query(leaveProjects(departure, projects))
  const [fromTeams] = await db.query(leaveTeams(departure, teams))
  const milestones = await db.query(leaveMilestones(departure))
  const tasks = await leaveRestrictions(ctx, departure, cause)
  const [deleted] = await db.query(deletePersonalRecords(departure))
  const passed = [fromProjects!.passed, fromTeams!.passed, tasks.filter((task) => task.is_only_reader).length]
  return {
    projects: projects.length,
    teams: teams.length,
    milestones: milestones.length,
    restricted_tasks: tasks.length,
    projects_passed: passed[0]!,
    teams_passed: passed[1]!,
    tasks_passed: passed[2]!,
    ...deleted!,
    passed_to: passed.some((count) => count > 0) ? successor.username : null,
  }
}
