import { sql, type Sql } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import { catalogColumns, joinCatalog, type CatalogRow } from './catalog.ts'

/** Organization, additional columns and preceding writes of a statement that resolves visibility. */
export interface VisibilityQuery {
  /** ID of the organization, or an expression for it that is null when there is none. */
  organization: string | Sql
  columns?: OrgFragment | undefined
  /** Data-modifying CTEs; the rest of the statement does not see their writes. */
  first?: OrgFragment
}

/** Builds an SQL fragment from an expression for the ID of the organization. */
export type OrgFragment = (org: Sql) => Sql

const aggregateIds = (id: string, condition: Sql): Sql =>
  sql`coalesce(array_agg(${sql.raw(id)}) filter (where ${condition}), '{}')`

export const visibilityColumns = sql`member_projects.member_project_ids, member_projects.owned_project_ids,
  member_projects.editable_project_ids, member_teams.member_team_ids, hidden_projects.private_project_ids,
  hidden_projects.deleted_project_ids, ${catalogColumns}`
const memberProjects = sql`${aggregateIds('pm.project_id', sql`true`)} as member_project_ids,
  ${aggregateIds('pm.project_id', sql`pm.project_role = 'owner'`)} as owned_project_ids,
  ${aggregateIds('pm.project_id', sql`pm.project_role in ('owner', 'editor')`)} as editable_project_ids`
const memberTeams = sql`${aggregateIds('tm.team_id', sql`true`)} as member_team_ids`
const hiddenProjects = sql`${aggregateIds('p.project_id', sql`p.deleted_at is null`)} as private_project_ids,
  ${aggregateIds('p.project_id', sql`p.deleted_at is not null`)} as deleted_project_ids`

/**
 * Builds the lateral joins of a user's visibility and the catalog. The condition of `hidden_projects` matches that of its
 * partial index.
 */
export const joinVisibility = (user: Sql | string, org: Sql, catalog: Sql): Sql => sql`
    lateral (select ${memberProjects} from project_members pm
      join projects p on p.org_id = pm.org_id and p.project_id = pm.project_id and p.deleted_at is null
      where pm.org_id = ${org} and p.org_id = ${org} and pm.user_id = ${user} and pm.is_active) member_projects,
    lateral (select ${memberTeams} from team_members tm
      where tm.org_id = ${org} and tm.user_id = ${user} and tm.is_active) member_teams,
    lateral (select ${hiddenProjects} from projects p
      where p.org_id = ${org} and (p.deleted_at is not null or p.visibility = 'private')) hidden_projects,
    ${catalog}`

/** Selects by a known organization id, so that every part of the statement is routed by value. */
export const selectById = <R>(ctx: Context, org: Sql, { columns, first }: VisibilityQuery): Sql<R> => sql<R>`
  ${first ? sql`with ${first(org)}` : sql``}
  select ${org} as org_id, ${visibilityColumns}${columns ? sql`, ${columns(org)}` : sql``}
  from ${joinVisibility(ctx.user.user_id, org, joinCatalog(ctx.services.database, ctx.caller.orgIds, org))}`

/** Selects by an organization that the statement itself looks up; not possible on sharded tables. */
export const selectByLookup = <R>(ctx: Context, found: Sql, { columns, first }: VisibilityQuery): Sql<R> => sql<R>`
  ${first ? sql`with ${first(found)}` : sql``}
  select o.org_id, ${visibilityColumns}${columns ? sql`, ${columns(sql`o.org_id`)}` : sql``}
  from (select ${found} as org_id) o,
    ${joinVisibility(ctx.user.user_id, sql`o.org_id`, joinCatalog(ctx.services.database, ctx.caller.orgIds, sql`o.org_id`))}
  where o.org_id is not null`

export interface VisibilityRow extends CatalogRow {
  org_id: string
  member_project_ids: string[]
  owned_project_ids: string[]
  editable_project_ids: string[]
  member_team_ids: string[]
  private_project_ids: string[]
  deleted_project_ids: string[]
}
