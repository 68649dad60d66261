import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { some } from '../../kernel/sql.ts'
import type { Reach, ReachedProjects } from './access.ts'

/**
 * The condition "task `alias` can be read by the caller": by its project, or, lying in none, by its team, or else by its
 * creator and assignee; and when it is restricted, only by the people named, the project's owners and org admins.
 */
export function visibleTasks(ctx: Context, reach: Reach, alias = 't'): Sql {
  const placed = reachedTasks(ctx, reach, alias)
  return reach.admin ? placed : sql`${placed} and ${unrestricted(ctx, reach, alias)}`
}

/** The condition "task `alias` lies where the caller may look": the same without regard to restrictions. */
export function reachedTasks(ctx: Context, reach: Reach, alias = 't'): Sql {
  const project = sql.raw(`${alias}.project_id`)
  const { projects } = reach
  const unfiled = reach.unfiled ? [sql`${project} is null and ${unfiledReach(ctx, reach, alias)}`] : []
  if (projects.kind === 'all')
    return reach.admin && reach.unfiled ? sql`true` : some([sql`${project} is not null`, ...unfiled])
  return some([within(projects, project), ...unfiled])
}

/** The condition "the live project `alias` can be read by the caller". */
export const visibleProjects = ({ projects }: Reach, alias = 'p'): Sql =>
  within(projects, sql.raw(`${alias}.project_id`))

/** The condition "the live project with this id is among those that are reached". */
export function within(projects: ReachedProjects, project: Sql): Sql {
  if (projects.kind === 'all') return sql`true`
  const listed = sql`${projects.ids}::text[]`
  return projects.kind === 'only' ? sql`${project} = any(${listed})` : sql`${project} <> all(${listed})`
}

function unfiledReach(ctx: Context, reach: Reach, alias: string): Sql {
  if (reach.admin) return sql`true`
  const team = sql.raw(`${alias}.team_id`)
  const byTeam = reach.teams === null ? sql`${team} is not null` : sql`${team} = any(${reach.teams}::text[])`
  const { username } = ctx.user
  const own = sql`${sql.raw(`${alias}.created_by`)} = ${username} or ${sql.raw(`${alias}.assignee`)} = ${username}`
  return some([byTeam, sql`${team} is null and (${own})`])
}

/** The condition "not restricted, or not for this caller". */
export function unrestricted(ctx: Context, reach: Reach, alias = 't'): Sql {
  if (reach.admin) return sql`true`
  const named = sql`${ctx.user.user_id}::uuid = any(${sql.raw(`${alias}.restricted_to_user_ids`)})`
  const owned =
    reach.owned.length > 0 ? [sql`${sql.raw(`${alias}.project_id`)} = any(${reach.owned}::text[])`] : []
  return some([sql`not ${sql.raw(`${alias}.restricted`)}`, named, ...owned])
}

/** Whether nothing in the organization is hidden from the caller. */
export const seesEverything = (reach: Reach): boolean =>
  reach.admin && reach.unfiled && reach.projects.kind === 'all'
