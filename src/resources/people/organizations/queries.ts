import { DEFAULT_TOKEN_POLICY } from '../../../auth/token-policy.ts'
import { sql, type Sql, buildAssignments, buildUpsertedAt } from '../../../db/sql.ts'
import { recordUserOrganization } from '../../../auth/users.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { buildDesignationLabel } from '../designations/queries.ts'
import type { organizationSettings, organizationSummary } from './schema.ts'
import type { Static } from '../../../core/schema.ts'

export interface OrganizationRow extends AuditColumns {
  org_id: string
  name: string
  description: string
  logo: string | null
  email: string | null
  metadata: Record<string, unknown> | null
  deleted_at: string | null
  delete_reason: string | null
}

const columns = sql`org_id, name, description, logo, email, metadata, version, created_by, updated_by, created_at,
  updated_at, deleted_at, delete_reason`

export const findOrganization = (ctx: Context, orgId: string) =>
  ctx.db.queryRow(
    sql<OrganizationRow>`select ${columns} from organizations where org_id = ${orgId} and deleted_at is null
      ${ctx.inTransaction ? sql`for no key update` : sql``}`,
  )

interface OrganizationDetails {
  designations: string[]
  designation: string | null
  project_count: number
  owners: string[]
}

/** Counts the projects of `o` that the member `m` can read, within those that the caller's token is limited to. */
const countReadableProjects = ({ caller: { allowedProjectIds } }: Context): Sql => sql`
  (select count(*)::int from projects p where p.org_id = o.org_id and p.deleted_at is null
    and (${allowedProjectIds}::text[] is null or p.project_id = any(${allowedProjectIds}::text[]))
    and (m.role in ('owner', 'admin') or (m.role = 'member' and p.visibility = 'public')
      or exists (select from project_members pm where pm.org_id = p.org_id and pm.project_id = p.project_id
        and pm.user_id = m.user_id and pm.is_active)))`

const ownerNames = sql`
  array(select w.username from organization_members w where w.org_id = o.org_id and w.role = 'owner' and w.is_active
    and w.deleted_at is null order by w.username_key)`

export const findOrganizationDetails = async (ctx: Context, orgId: string) =>
  (await ctx.db.queryRow(sql<OrganizationDetails>`
    select ${ownerNames} as owners, ${countReadableProjects(ctx)} as project_count,
      ${buildDesignationLabel('m')} as designation,
      array(select distinct ${buildDesignationLabel('u')} from organization_members u
        where u.org_id = o.org_id and u.is_active and u.deleted_at is null and u.designation_id is not null
        order by 1) as designations
    from organizations o join organization_members m on m.org_id = o.org_id and m.user_id = ${ctx.user.user_id}
    where o.org_id = ${orgId}`))!

export type OrganizationSummaryRow = Omit<Static<typeof organizationSummary>, 'is_invite' | 'invitation_id'>

export const listOrganizations = (ctx: Context, page: PageRequest) =>
  selectPage<OrganizationSummaryRow>(
    ctx,
    page,
    ({ where, order, limit, columns: sorts }) => sql<OrganizationSummaryRow>`
      select o.org_id, o.name, o.description, m.role, o.created_by, o.created_at, o.version, ${ownerNames} as owners,
        ${buildDesignationLabel('m')} as designation,
        (select count(*)::int from organization_members c
          where c.org_id = o.org_id and c.is_active and c.deleted_at is null) as member_count,
        ${countReadableProjects(ctx)} as project_count, ${sorts}
      from organization_members m join organizations o on o.org_id = m.org_id
      where m.user_id = ${ctx.user.user_id} and ${sql.orgIn('m.org_id', ctx.caller.orgIds)}
        and m.deleted_at is null and m.is_active and o.deleted_at is null and ${where} ${order} ${limit}`,
  )

export async function insertOrganization(
  ctx: Context,
  values: Pick<OrganizationRow, 'name' | 'description' | 'logo' | 'email'> & { name_key: string },
): Promise<OrganizationRow> {
  const { user_id, kind, username } = ctx.user
  const [row] = await ctx.db.query(sql<OrganizationRow>`
    with inserted as (
      insert into organizations (org_id, name, name_key, description, logo, email, created_by, created_at, updated_at)
      values (${ctx.newUuid()}, ${values.name}, ${values.name_key}, ${values.description}, ${values.logo},
        ${values.email}, ${username}, ${ctx.now}, ${ctx.now}) returning ${columns})
    select * from inserted`)
  await ctx.db.query(sql`
    insert into organization_members (org_id, user_id, kind, username, username_key, role, accepted_at, created_at,
      updated_at)
    values (${row!.org_id}, ${user_id}, ${kind}, ${username}, lower(${username}::text collate "C"), 'owner', ${ctx.now},
      ${ctx.now}, ${ctx.now})`)
  await recordUserOrganization(ctx.db, user_id, row!.org_id)
  return row!
}

export async function saveOrganization(
  ctx: Context,
  orgId: string,
  fields: Record<string, unknown>,
): Promise<OrganizationRow> {
  const changed = { ...fields, updated_by: ctx.user.username, updated_at: ctx.now }
  const [row] = await ctx.db.query(
    sql<OrganizationRow>`update organizations set ${buildAssignments(changed)}, version = version + 1
      where org_id = ${orgId} returning ${columns}`,
    { plan: 'custom' },
  )
  return row!
}

/** `version` is 0 until settings are stored. */
export type OrganizationSettingsRow = Omit<Static<typeof organizationSettings>, 'is_default'>

export const settingNames = [
  'default_visibility',
  'domain_join_mode',
  'audit_retention_days',
  'allow_personal_tokens',
  'max_token_ttl_days',
  'require_token_expiry',
  'require_second_factor',
] as const
const settingColumns = sql.raw(settingNames.join(', '))
const excluded = sql.raw(settingNames.map((name) => `${name} = excluded.${name}`).join(', '))
const settingsRowColumns = sql`org_id, ${settingColumns}, version, created_at, updated_at, updated_by`

/** Returns the settings of the organization, or the defaults if none are stored. */
export async function findOrganizationSettings(ctx: Context, orgId: string): Promise<OrganizationSettingsRow> {
  const [row] = await ctx.db.query(
    sql<OrganizationSettingsRow>`select ${settingsRowColumns} from organization_settings where org_id = ${orgId}`,
  )
  return (
    row ?? {
      org_id: orgId,
      default_visibility: 'public',
      domain_join_mode: 'approval',
      audit_retention_days: null,
      require_second_factor: false,
      ...DEFAULT_TOKEN_POLICY,
      version: 0,
      created_at: null,
      updated_at: null,
      updated_by: null,
    }
  )
}

export const saveSettings = async (ctx: Context, row: OrganizationSettingsRow) =>
  (await ctx.db.queryRow(sql<OrganizationSettingsRow>`
    insert into organization_settings (org_id, ${settingColumns}, created_at, updated_at, updated_by)
    values (${row.org_id}, ${sql.join(settingNames.map((name) => row[name]))}, ${ctx.now}, ${ctx.now}, ${ctx.user.username})
    on conflict (org_id) do update set ${excluded},
      updated_at = ${buildUpsertedAt('organization_settings')}, updated_by = excluded.updated_by,
      version = organization_settings.version + 1
    returning ${settingsRowColumns}`))!
