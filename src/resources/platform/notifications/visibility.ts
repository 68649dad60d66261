import { sql, type Sql, or } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { OrgVisibility } from '../../work/projects/policy.ts'
import { buildVisibleTasksCondition, buildProjectIdCondition } from '../../work/projects/queries/visibility.ts'

/**
 * Joins notifications `n` with their task `t`. The lateral limit forces a lookup per row instead of a scan of all
 * tasks.
 */
export const joinNotificationTask = (
  orgId: string,
  notifications: Sql = sql`notifications`,
): Sql => sql`${notifications} n left join lateral (
  select k.* from tasks k where k.org_id = ${orgId} and k.task_id = n.task_id and k.deleted_at is null limit 1) t on true`

export const currentProject = sql`case when n.task_id is null then n.project_id else t.project_id end`
export const currentTeam = sql`case when n.task_id is null then n.team_id else t.team_id end`

export const selectTaskKey = (orgId: string): Sql => sql`(
  select p.prefix || '-' || t.number from projects p where p.org_id = ${orgId} and p.project_id = t.project_id)`

const isTeamResourceActive = (orgId: string): Sql => sql`
  exists (select 1 from teams x where x.org_id = ${orgId} and x.team_id = n.team_id and x.is_active)
  and case n.resource_type
    when 'sprint' then exists (select 1 from sprints x
      where x.org_id = ${orgId} and x.sprint_id = n.resource_id and x.is_active)
    when 'milestone' then exists (select 1 from milestones x
      where x.org_id = ${orgId} and x.milestone_id = n.resource_id and x.is_active)
    else true end`

const canReadWebhook = (ctx: Context, orgId: string): Sql =>
  ctx.caller.isOrgAdmin(orgId)
    ? sql`exists (select 1 from webhook_subscriptions x
        where x.org_id = ${orgId} and x.subscription_id = n.resource_id and x.deleted_at is null)`
    : sql`false`

const canDecideJoinRequest = (ctx: Context, orgId: string): Sql =>
  ctx.caller.isOrgAdmin(orgId)
    ? sql`exists (select 1 from organization_join_requests x
        where x.org_id = ${orgId} and x.user_id = n.resource_id::uuid and x.status = 'requested')`
    : sql`false`

const isOwnExportStored = (ctx: Context, orgId: string): Sql => sql`exists (select 1 from exports x
  where x.org_id = ${orgId} and x.export_id = n.resource_id and x.user_id = ${ctx.user.user_id})`

/**
 * Condition that the caller can read the resource of notification `n`, over `joinNotificationTask`: tasks like lists of
 * tasks, projects and teams by access, webhooks and waiting requests to join as admin, own
 * exports while they are stored, organizations as member.
 */
export function isNotificationVisible(ctx: Context, visibility: OrgVisibility): Sql {
  const isTaskVisible = sql`t.task_id is not null and ${buildVisibleTasksCondition(ctx, visibility)}`
  const isExportVisible = sql`(n.resource_type <> 'export' or ${isOwnExportStored(ctx, visibility.org_id)})`
  const inProject = sql`n.task_id is null and n.project_id is not null and ${isExportVisible}
    and ${buildProjectIdCondition(visibility.projects, sql`n.project_id`)}`
  if (!visibility.includesTasksWithoutProject) return or([isTaskVisible, inProject])
  const hasNoProject = sql`n.task_id is null and n.project_id is null`
  const isTeamVisible =
    visibility.visibleTeamIds === null ? sql`true` : sql`n.team_id = any(${visibility.visibleTeamIds}::text[])`
  return or([
    isTaskVisible,
    inProject,
    sql`${hasNoProject} and n.team_id is not null and ${isTeamVisible} and ${isTeamResourceActive(visibility.org_id)}`,
    sql`${hasNoProject} and n.team_id is null and case n.resource_type
      when 'webhook' then ${canReadWebhook(ctx, visibility.org_id)}
      when 'join_request' then ${canDecideJoinRequest(ctx, visibility.org_id)}
      when 'export' then ${isOwnExportStored(ctx, visibility.org_id)} else true end`,
  ])
}
