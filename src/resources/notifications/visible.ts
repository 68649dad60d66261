import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { some } from '../../kernel/sql.ts'
import type { Reach } from '../projects/access.ts'
import { visibleTasks, within } from '../projects/task-visibility.ts'

/**
 * Notifications `n` of an organization with the live task `t` that they are about. The limit has it looked up for each
 * row on the way, where a join could have all tasks of an organization read for one page.
 */
export const withTasks = (
  orgId: string,
  notifications: Sql = sql`notifications`,
): Sql => sql`${notifications} n left join lateral (
  select k.* from tasks k where k.org_id = ${orgId} and k.task_id = n.task_id and k.deleted_at is null limit 1) t on true`

/** The project in which what a notification is about lies now. */
export const projectNow = sql`case when n.task_id is null then n.project_id else t.project_id end`
/** The team in which it lies now. */
export const teamNow = sql`case when n.task_id is null then n.team_id else t.team_id end`

const ofTeam = (orgId: string): Sql => sql`
  exists (select 1 from teams x where x.org_id = ${orgId} and x.team_id = n.team_id and x.is_active)
  and case n.resource_type
    when 'sprint' then exists (select 1 from sprints x
      where x.org_id = ${orgId} and x.sprint_id = n.resource_id and x.is_active)
    when 'milestone' then exists (select 1 from milestones x
      where x.org_id = ${orgId} and x.milestone_id = n.resource_id and x.is_active)
    else true end`

/** Condition that a webhook is not deleted and the caller is an owner or admin of its organization. */
const ofWebhook = (ctx: Context, orgId: string): Sql =>
  ctx.caller.isOrgAdmin(orgId)
    ? sql`exists (select 1 from webhook_subscriptions x
        where x.org_id = ${orgId} and x.subscription_id = n.resource_id and x.deleted_at is null)`
    : sql`false`

/**
 * The condition "the caller may still know of what notification `n` is about", over `withTasks`: of a task whatever lists
 * of tasks show, of a project or team those that may read it, of a webhook
 * owners and admins, of the organization its members.
 */
export function visibleNotifications(ctx: Context, reach: Reach): Sql {
  const ofTask = sql`t.task_id is not null and ${visibleTasks(ctx, reach)}`
  const inProject = sql`n.task_id is null and n.project_id is not null and ${within(reach.projects, sql`n.project_id`)}`
  if (!reach.unfiled) return some([ofTask, inProject])
  const unfiled = sql`n.task_id is null and n.project_id is null`
  const joined = reach.teams === null ? sql`true` : sql`n.team_id = any(${reach.teams}::text[])`
  return some([
    ofTask,
    inProject,
    sql`${unfiled} and n.team_id is not null and ${joined} and ${ofTeam(reach.org_id)}`,
    sql`${unfiled} and n.team_id is null and (n.resource_type <> 'webhook' or ${ofWebhook(ctx, reach.org_id)})`,
  ])
}
