import { sql, type Sql, buildAssignments, and, buildUpdatedAt, buildUpsertedAt, escapeLike } from '../../../db/sql.ts'
import { recordUserOrganization } from '../../../auth/users.ts'
import type { OrgRole } from '../../../core/caller.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { isUuid } from '../../../core/ids.ts'
import { normalizeForSearch, toEmailLookupKey } from '../../../core/text.ts'
import { buildDesignationLabel } from '../designations/queries.ts'
import type { Static } from '../../../core/schema.ts'
import type { organizationMember } from './schema.ts'

export interface OrganizationMemberRow extends Static<typeof organizationMember> {
  username: string
  role: OrgRole
  is_active: boolean
  updated_at: string
}

const columns = sql`m.org_id, m.user_id, m.kind, m.username, u.name, u.email, m.role,
  ${buildDesignationLabel('m')} as designation, m.designation_id, m.is_active, m.invited_by, m.invited_at,
  m.accepted_at, m.last_active_at, m.version, m.updated_by, m.updated_at, m.deleted_at, m.deleted_by, m.delete_reason`

/** Builds the condition that the caller can see member `m`. Guests see users with whom they share a project or team. */
function visibleToRole(ctx: Context, orgId: string, role: OrgRole): Sql {
  if (role !== 'guest') return sql`true`
  const me = ctx.user.user_id
  const limit = ctx.caller.allowedProjectIds
  return sql`(m.user_id = ${me}
    or exists (select from project_members mine
      join projects p on p.org_id = mine.org_id and p.project_id = mine.project_id and p.deleted_at is null
      join project_members theirs on theirs.org_id = mine.org_id and theirs.project_id = mine.project_id
      where mine.org_id = ${orgId} and mine.user_id = ${me} and mine.is_active
        and theirs.user_id = m.user_id and theirs.is_active
        and (${limit}::text[] is null or mine.project_id = any(${limit}::text[])))
    or exists (select from team_members mine
      join teams t on t.org_id = mine.org_id and t.team_id = mine.team_id and t.is_active
      join team_members theirs on theirs.org_id = mine.org_id and theirs.team_id = mine.team_id
      where mine.org_id = ${orgId} and mine.user_id = ${me} and mine.is_active
        and theirs.user_id = m.user_id and theirs.is_active))`
}

/** Finds a member that the caller, having this role, can see. Locks the member in a write. */
export async function findOrganizationMember(
  ctx: Context,
  orgId: string,
  userId: string,
  role: OrgRole,
): Promise<OrganizationMemberRow | undefined> {
  const lock = ctx.inTransaction ? sql`for no key update of m` : sql``
  return ctx.db
    .queryRow(sql<OrganizationMemberRow>`select ${columns} from organization_members m join users u on u.user_id = m.user_id
      where m.org_id = ${orgId} and m.user_id = ${userId} and m.deleted_at is null and ${visibleToRole(ctx, orgId, role)} ${lock}`)
}

interface OrganizationMemberFilter {
  search?: string | undefined
  username?: string | undefined
  role?: OrgRole | undefined
  is_active?: boolean | undefined
}

export function listOrganizationMembers(
  ctx: Context,
  page: PageRequest,
  orgId: string,
  role: OrgRole,
  filter: OrganizationMemberFilter,
): Promise<OrganizationMemberRow[]> {
  const conditions = [sql`m.org_id = ${orgId}`, sql`m.deleted_at is null`, visibleToRole(ctx, orgId, role)]
  if (filter.role !== undefined) conditions.push(sql`m.role = ${filter.role}`)
  if (filter.is_active !== undefined) conditions.push(sql`m.is_active = ${filter.is_active}`)
  if (filter.username) conditions.push(sql`m.username_key = ${normalizeForSearch(filter.username)}`)
  if (filter.search) {
    const toPattern = (needle: string) => `%${escapeLike(needle)}%`
    conditions.push(sql`(m.username_key like ${toPattern(normalizeForSearch(filter.search))}
      or u.email_key like ${toPattern(toEmailLookupKey(filter.search))})`)
  }
  return selectPage<OrganizationMemberRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<OrganizationMemberRow>`
      select ${columns}, ${sorts} from organization_members m join users u on u.user_id = m.user_id
      where ${and(conditions)} and ${where} ${order} ${limit}`,
  )
}

/** Locks an organization, which serializes changes of its members and their roles. */
export const lockOrganization = (ctx: Context, orgId: string) =>
  ctx.db.query(sql<{ version: number }>`
    select version from organizations where org_id = ${orgId} for no key update`)

/** Reads the caller's role again after waiting for a lock. Returns null unless the caller is an active member. */
export async function findCurrentRole(ctx: Context, orgId: string): Promise<OrgRole | null> {
  const [row] = await ctx.db.query(sql<{ role: OrgRole }>`
    select m.role from organization_members m join organizations o on o.org_id = m.org_id
    where m.org_id = ${orgId} and m.user_id = ${ctx.user.user_id} and m.is_active and m.deleted_at is null
      and o.deleted_at is null`)
  return row?.role ?? null
}

/** Finds the role of an active member by username; null if there is none. */
export async function findMemberRole(ctx: Context, orgId: string, username: string): Promise<OrgRole | null> {
  const [row] = await ctx.db.query(sql<{ role: OrgRole }>`
    select role from organization_members
    where org_id = ${orgId} and username_key = ${normalizeForSearch(username)} and is_active and deleted_at is null`)
  return row?.role ?? null
}

export const findOtherOrganizationOwner = (ctx: Context, member: Pick<OrganizationMemberRow, 'org_id' | 'user_id'>) =>
  ctx.db.queryRow(sql<Pick<OrganizationMemberRow, 'user_id' | 'username'>>`
    select user_id, username from organization_members
    where org_id = ${member.org_id} and user_id <> ${member.user_id} and role = 'owner' and is_active
      and deleted_at is null
    order by coalesce(accepted_at, created_at), user_id limit 1`)

/** Active member of an organization, share-locked until commit. */
export type LockedMember = Pick<OrganizationMemberRow, 'org_id' | 'user_id' | 'username' | 'role'>

/**
 * Share-locks the active members with these IDs or lowercase usernames until commit. Call this before locking the project,
 * team or task that users are added to: removing a member locks in the same order.
 */
export const lockMembers = (
  ctx: Context,
  orgIds: readonly string[],
  { ids = [], names = [] }: { ids?: readonly string[]; names?: readonly string[] },
) =>
  ctx.db.query(sql<LockedMember>`
    select org_id, user_id, username, role from organization_members
    where ${sql.orgIn('org_id', orgIds)}
      and (user_id = any(${ids.filter(isUuid)}::uuid[]) or username_key = any(${names}::text[]))
      and is_active and deleted_at is null
    order by org_id, user_id for share`)

export async function saveOrganizationMember(
  ctx: Context,
  member: OrganizationMemberRow,
  fields: Record<string, unknown>,
): Promise<OrganizationMemberRow> {
  const changed = { ...fields, updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<OrganizationMemberRow>`update organization_members m set ${buildAssignments(changed)}, version = m.version + 1 from users u
      where m.org_id = ${member.org_id} and m.user_id = ${member.user_id} and u.user_id = m.user_id
      returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}

type TokenOwner = Pick<OrganizationMemberRow, 'org_id' | 'user_id'>

/** Revokes the tokens of a member, including rotated ones in their grace period. Callers may append conditions. */
const revokeTokens = (ctx: Context, { org_id, user_id }: TokenOwner, by: string, reason: string): Sql => sql`
  update access_tokens set revoked_at = ${ctx.wallTime}, revoked_by = ${by}, revoke_reason = ${reason},
    updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}, version = version + 1
  where org_id = ${org_id} and principal_user_id = ${user_id} and (revoked_at is null or revoked_at > ${ctx.wallTime})`

export async function revokeMemberTokens(
  ctx: Context,
  member: TokenOwner,
  { by, reason }: { by: string; reason: 'revoked_by_admin' | 'service_account_deactivated' },
): Promise<number> {
  return (await ctx.db.query(sql`${revokeTokens(ctx, member, by, reason)} returning 1`)).length
}

/** Revokes the app connections of a member. Their other tokens stay stored but are rejected. */
export async function revokeAppConnections(ctx: Context, member: OrganizationMemberRow): Promise<void> {
  const { username } = ctx.user
  await ctx.db.query(sql`
    update oauth_grants set revoked_at = ${ctx.wallTime}, revoked_by = ${username}, revoke_reason = 'org_exit',
      updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')}
    where org_id = ${member.org_id} and user_id = ${member.user_id} and revoked_at is null`)
  const revoke = revokeTokens(ctx, member, username, 'org_exit')
  await ctx.db.query(sql`${revoke} and grant_type = 'authorization_code'`)
}

export interface NewMembership {
  org_id: string
  role: OrgRole
  designation_id: string | null
  invited_by: string | null
  invited_at: string
}

/** Finds and locks the caller's membership, even if it was removed. */
export const findOwnMembership = (ctx: Context, orgId: string) =>
  ctx.db.queryRow(sql<{ is_active: boolean; deleted_at: string | null }>`
    select is_active, deleted_at from organization_members
    where org_id = ${orgId} and user_id = ${ctx.user.user_id} for no key update`)

/** Makes a user, the caller by default, a member. Reuses the row of a former membership. Ends a request to join. */
export async function insertMembership(
  ctx: Context,
  joining: NewMembership,
  { user_id, kind, username }: Pick<Context['user'], 'user_id' | 'kind' | 'username'> = ctx.user,
): Promise<void> {
  const { org_id, role, designation_id, invited_by, invited_at } = joining
  ctx.ignoreRejection(recordUserOrganization(ctx.db, user_id, org_id))
  ctx.ignoreRejection(
    ctx.db.query(sql`delete from organization_join_requests where org_id = ${org_id} and user_id = ${user_id}`),
  )
  await ctx.db.query(sql`
    insert into organization_members as m (org_id, user_id, kind, username, username_key, role, designation_id,
      invited_by, invited_at, accepted_at, created_at, updated_at, updated_by)
    values (${org_id}, ${user_id}, ${kind}, ${username}, ${normalizeForSearch(username)}, ${role}, ${designation_id}, ${invited_by},
      ${invited_at}, ${ctx.now}, ${ctx.now}, ${ctx.now}, ${ctx.user.username})
    on conflict (org_id, user_id) do update set role = excluded.role, designation_id = excluded.designation_id,
      invited_by = excluded.invited_by, invited_at = excluded.invited_at, accepted_at = excluded.accepted_at,
      is_active = true, deleted_at = null, deleted_by = null, delete_reason = null, version = m.version + 1,
      updated_at = ${buildUpsertedAt('m')}, updated_by = excluded.updated_by`)
}
