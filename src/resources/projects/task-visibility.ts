import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { some } from '../../kernel/sql.ts'
import type { Reach, ReachedProjects } from './access.ts'

/**
 * Builds the condition "the caller can read task `alias`": through its project, else its team, else as creator or
 * assignee. Restricted tasks are readable only by the users named, project owners and organization admins.
 */
export function visibleTasks(ctx: Context, visibility: Reach, alias = 't'): Sql {
  const inVisible = reachedTasks(ctx, visibility, alias)
  return visibility.admin ? inVisible : sql`${inVisible} and ${unrestricted(ctx, visibility, alias)}`
}

/** Builds the same condition without regard to restrictions. */
export function reachedTasks(ctx: Context, visibility: Reach, alias = 't'): Sql {
  const project = sql.raw(`${alias}.project_id`)
  const { projects } = visibility
  const unfiled = visibility.unfiled
    ? [sql`${project} is null and ${buildTeamCondition(ctx, visibility, alias)}`]
    : []
  if (projects.kind === 'all')
    return visibility.admin && visibility.unfiled
      ? sql`true`
      : some([sql`${project} is not null`, ...unfiled])
  return some([within(projects, project), ...unfiled])
}

/** Builds the condition "the caller can read the live project `alias`". */
export const visibleProjects = ({ projects }: Reach, alias = 'p'): Sql =>
  within(projects, sql.raw(`${alias}.project_id`))

/** Builds the condition that an expression is the id of a visible live project. */
export function within(projects: ReachedProjects, project: Sql): Sql {
  if (projects.kind === 'all') return sql`true`
  const ids = sql`${projects.ids}::text[]`
  return projects.kind === 'only' ? sql`${project} = any(${ids})` : sql`${project} <> all(${ids})`
}

function buildTeamCondition(ctx: Context, visibility: Reach, alias: string): Sql {
  if (visibility.admin) return sql`true`
  const team = sql.raw(`${alias}.team_id`)
  const byTeam =
    visibility.teams === null ? sql`${team} is not null` : sql`${team} = any(${visibility.teams}::text[])`
  const { username } = ctx.user
  const own = sql`${sql.raw(`${alias}.created_by`)} = ${username} or ${sql.raw(`${alias}.assignee`)} = ${username}`
  return some([byTeam, sql`${team} is null and (${own})`])
}

/** Builds the condition "task `alias` is not restricted, or the caller can read it nonetheless". */
export function unrestricted(ctx: Context, visibility: Reach, alias = 't'): Sql {
  if (visibility.admin) return sql`true`
  const named = sql`${ctx.user.user_id}::uuid = any(${sql.raw(`${alias}.restricted_to_user_ids`)})`
  const owned =
    visibility.owned.length > 0
      ? [sql`${sql.raw(`${alias}.project_id`)} = any(${visibility.owned}::text[])`]
      : []
  return some([sql`not ${sql.raw(`${alias}.restricted`)}`, named, ...owned])
}

/** Tests whether everything in the organization is visible to the caller. */
export const seesEverything = (visibility: Reach): boolean =>
  visibility.admin && visibility.unfiled && visibility.projects.kind === 'all'
