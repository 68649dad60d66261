import { sql, type Sql, or } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { OrgVisibility, VisibleProjects } from '../policy.ts'

/**
 * Builds the condition "the caller can read task `alias`": through its project, else its team, else as creator or
 * assignee. Restricted tasks are readable only by those of them who are named, project owners and organization admins.
 */
export function buildVisibleTasksCondition(ctx: Context, visibility: OrgVisibility, alias = 't'): Sql {
  const isInVisible = buildVisibleProjectOrTeamCondition(ctx, visibility, alias)
  return visibility.isOrgAdmin
    ? isInVisible
    : sql`${isInVisible} and ${buildRestrictionCondition(ctx, visibility, alias)}`
}

/** Builds the same condition without regard to restrictions. */
export function buildVisibleProjectOrTeamCondition(ctx: Context, visibility: OrgVisibility, alias = 't'): Sql {
  const project = sql.raw(`${alias}.project_id`)
  const { projects } = visibility
  const withoutProject = visibility.includesTasksWithoutProject
    ? [sql`${project} is null and ${buildTeamCondition(ctx, visibility, alias)}`]
    : []
  if (projects.kind === 'all')
    return visibility.isOrgAdmin && visibility.includesTasksWithoutProject
      ? sql`true`
      : or([sql`${project} is not null`, ...withoutProject])
  return or([buildProjectIdCondition(projects, project), ...withoutProject])
}

/** Builds the condition "the caller can read the live project `alias`". */
export const buildVisibleProjectsCondition = ({ projects }: OrgVisibility, alias = 'p'): Sql =>
  buildProjectIdCondition(projects, sql.raw(`${alias}.project_id`))

/** Builds the condition that an expression is the id of a visible live project. */
export function buildProjectIdCondition(projects: VisibleProjects, project: Sql): Sql {
  if (projects.kind === 'all') return sql`true`
  const ids = sql`${projects.ids}::text[]`
  return projects.kind === 'only' ? sql`${project} = any(${ids})` : sql`${project} <> all(${ids})`
}

function buildTeamCondition(ctx: Context, visibility: OrgVisibility, alias: string): Sql {
  if (visibility.isOrgAdmin) return sql`true`
  const team = sql.raw(`${alias}.team_id`)
  const byTeam =
    visibility.visibleTeamIds === null
      ? sql`${team} is not null`
      : sql`${team} = any(${visibility.visibleTeamIds}::text[])`
  const { username } = ctx.user
  const [creator, assignee] = [sql.raw(`${alias}.created_by`), sql.raw(`${alias}.assignee`)]
  const isCreatorOrAssignee = sql`${creator} = ${username} or ${assignee} = ${username}`
  return or([byTeam, sql`${team} is null and (${isCreatorOrAssignee})`])
}

/** Builds the condition "task `alias` is not restricted, or the caller can read it nonetheless". */
export function buildRestrictionCondition(ctx: Context, visibility: OrgVisibility, alias = 't'): Sql {
  if (visibility.isOrgAdmin) return sql`true`
  const named = sql`${ctx.user.user_id}::uuid = any(${sql.raw(`${alias}.restricted_to_user_ids`)})`
  const owned =
    visibility.ownedProjectIds.length > 0
      ? [sql`${sql.raw(`${alias}.project_id`)} = any(${visibility.ownedProjectIds}::text[])`]
      : []
  return or([sql`not ${sql.raw(`${alias}.restricted`)}`, named, ...owned])
}

/** Tests whether everything in the organization is visible to the caller. */
export const hasFullVisibility = (visibility: OrgVisibility): boolean =>
  visibility.isOrgAdmin && visibility.includesTasksWithoutProject && visibility.projects.kind === 'all'
