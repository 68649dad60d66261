import { sql } from 'kysely'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { assignments, rows } from '../../kernel/sql.ts'
import type { OrgRole } from '../../kernel/caller.ts'
import { designationLabel } from '../designations/queries.ts'

export interface OrganizationRow {
  org_id: string
  name: string
  description: string
  logo: string | null
  email: string | null
  metadata: Record<string, unknown> | null
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
  delete_reason: string | null
}

const columns = `org_id, name, description, logo, email, metadata, version, created_by, updated_by, created_at,
  updated_at, deleted_at, delete_reason`

/** The organization, locked on writes; undefined when it is gone. */
export async function findOrganization(ctx: Context, orgId: string): Promise<OrganizationRow | undefined> {
  const text = `SELECT ${columns} FROM organizations WHERE org_id = $1 AND deleted_at IS NULL`
  return (await query<OrganizationRow>(ctx.db, ctx.locking ? `${text} FOR NO KEY UPDATE` : text, [orgId]))[0]
}

export interface OrganizationFacts {
  designations: string[]
  designation: string | null
  project_count: number
  owners: string[]
}

/** Counts the projects of `o` that the member `m` can read; `$limit` is the token's project limit or null. */
const readableProjects = (limit: string) => `
  (SELECT count(*)::int FROM projects p WHERE p.org_id = o.org_id AND p.deleted_at IS NULL
    AND (${limit}::text[] IS NULL OR p.project_id = ANY(${limit}))
    AND (m.role IN ('owner', 'admin') OR (m.role = 'member' AND p.visibility = 'public')
      OR EXISTS (SELECT FROM project_members pm WHERE pm.org_id = p.org_id AND pm.project_id = p.project_id
        AND pm.user_id = m.user_id AND pm.is_active)))`

const owners = `
  ARRAY(SELECT w.username FROM organization_members w WHERE w.org_id = o.org_id AND w.role = 'owner' AND w.is_active
    AND w.deleted_at IS NULL ORDER BY w.username_key)`

/** What an organization's page tells the caller beside the row. */
export async function findFacts(ctx: Context, orgId: string): Promise<OrganizationFacts> {
  const [facts] = await query<OrganizationFacts>(
    ctx.db,
    `SELECT ${owners} AS owners, ${readableProjects('$3')} AS project_count,
       ${designationLabel('m')} AS designation,
       ARRAY(SELECT DISTINCT ${designationLabel('u')} FROM organization_members u
         WHERE u.org_id = o.org_id AND u.is_active AND u.deleted_at IS NULL AND u.designation_id IS NOT NULL
         ORDER BY 1) AS designations
     FROM organizations o JOIN organization_members m ON m.org_id = o.org_id AND m.user_id = $2
     WHERE o.org_id = $1`,
    [orgId, ctx.user.user_id, ctx.caller.projectLimit],
  )
  return facts!
}

export interface CardRow {
  org_id: string
  name: string
  description: string
  role: OrgRole
  designation: string | null
  project_count: number
  member_count: number
  created_by: string | null
  created_at: string
  owners: string[]
}

/** A page of the caller's organizations. */
export function listCards(ctx: Context, page: ListQuery): Promise<CardRow[]> {
  const limit = sql`${ctx.caller.projectLimit}`
  return selectPage<CardRow>(
    ctx,
    page,
    ({ where, order, limit: most, columns: sorts }) => sql<CardRow>`
      select o.org_id, o.name, o.description, m.role, o.created_by, o.created_at, ${sql.raw(owners)} as owners,
        ${sql.raw(designationLabel('m'))} as designation,
        (select count(*)::int from organization_members c
          where c.org_id = o.org_id and c.is_active and c.deleted_at is null) as member_count,
        ${sql.join(
          readableProjects('~')
            .split('~')
            .map((part) => sql.raw(part)),
          limit,
        )} as project_count, ${sorts}
      from organization_members m join organizations o on o.org_id = m.org_id
      where m.user_id = ${ctx.user.user_id} and m.org_id = any(${ctx.caller.orgIds}::uuid[])
        and m.deleted_at is null and m.is_active and o.deleted_at is null and ${where} ${order} ${most}`,
  )
}

/** Stores a new organization with its creator as owner. */
export async function insertOrganization(
  ctx: Context,
  values: Pick<OrganizationRow, 'name' | 'description' | 'logo' | 'email'> & { name_key: string },
): Promise<OrganizationRow> {
  const { user } = ctx
  const [row] = await query<OrganizationRow>(
    ctx.db,
    `WITH made AS (
       INSERT INTO organizations (org_id, name, name_key, description, logo, email, created_by, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING ${columns})
     SELECT * FROM made`,
    [
      ctx.newUuid(),
      values.name,
      values.name_key,
      values.description,
      values.logo,
      values.email,
      user.username,
      ctx.now,
    ],
  )
  await query(
    ctx.db,
    `INSERT INTO organization_members (org_id, user_id, kind, username, username_key, role, accepted_at, created_at,
       updated_at)
     VALUES ($1, $2, $3, $4, lower($4::text COLLATE "C"), 'owner', $5, $5, $5)`,
    [row!.org_id, user.user_id, user.kind, user.username, ctx.now],
  )
  return row!
}

/** Changes columns of an organization; its version rises. */
export async function updateOrganization(
  ctx: Context,
  orgId: string,
  set: Record<string, unknown>,
): Promise<OrganizationRow> {
  const changed = { ...set, updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await rows(
    ctx.db,
    sql<OrganizationRow>`/*custom*/ update organizations set ${assignments(changed)}, version = version + 1
      where org_id = ${orgId} returning ${sql.raw(columns)}`,
  )
  return row!
}
