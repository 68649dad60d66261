import { buildUpdatedAt } from '../../../core/sql-fragments.ts'
import type { Static } from 'typebox'
import { sql } from '../../../db/sql.ts'
import { DEFAULT_TOKEN_POLICY } from '../../../auth/token-policy.ts'
import { requireOrgAdmin, rejectProjectScopedToken } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { findChangedAttributes } from '../../../core/change-event.ts'
import { respond } from '../../../http/result.ts'
import { methodAlias, defineOperation } from '../../../http/operation.ts'
import * as s from '../../../core/schema.ts'
import { loadOrganization } from './operations.ts'
import { organizationSettings, organizationSettingsUpdate } from './schema.ts'

export interface OrganizationSettingsRow {
  org_id: string
  default_visibility: 'public' | 'private'
  domain_join_mode: 'instant' | 'approval'
  audit_retention_days: number | null
  allow_personal_tokens: boolean
  max_token_ttl_days: number | null
  require_token_expiry: boolean
  /** 0 until settings are stored. */
  version: number
  created_at: string | null
  updated_at: string | null
  updated_by: string | null
}

const names = [
  'default_visibility',
  'domain_join_mode',
  'audit_retention_days',
  'allow_personal_tokens',
  'max_token_ttl_days',
  'require_token_expiry',
] as const
const settingColumns = sql.raw(names.join(', '))
const excluded = sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))
const columns = sql`org_id, ${settingColumns}, version, created_at, updated_at, updated_by`

/** Returns the settings of the organization, or the defaults if none are stored. */
export async function findOrganizationSettings(ctx: Context, orgId: string): Promise<OrganizationSettingsRow> {
  const [row] = await ctx.db.query(
    sql<OrganizationSettingsRow>`select ${columns} from organization_settings where org_id = ${orgId}`,
  )
  return (
    row ?? {
      org_id: orgId,
      default_visibility: 'public',
      domain_join_mode: 'approval',
      audit_retention_days: null,
      ...DEFAULT_TOKEN_POLICY,
      version: 0,
      created_at: null,
      updated_at: null,
      updated_by: null,
    }
  )
}

async function storeSettings(ctx: Context, row: OrganizationSettingsRow): Promise<OrganizationSettingsRow> {
  const [stored] = await ctx.db.query(sql<OrganizationSettingsRow>`
    insert into organization_settings (org_id, ${settingColumns}, created_at, updated_at, updated_by)
    values (${row.org_id}, ${sql.join(names.map((name) => row[name]))}, ${ctx.now}, ${ctx.now}, ${ctx.user.username})
    on conflict (org_id) do update set ${excluded},
      updated_at = ${buildUpdatedAt(ctx.now, 'organization_settings.updated_at')}, updated_by = excluded.updated_by,
      version = organization_settings.version + 1
    returning ${columns}`)
  return stored!
}

const respondWithSettings = (row: OrganizationSettingsRow) =>
  respond({ ...row, is_default: row.version === 0 }, row.version)

const params = s.object({ org_id: s.text() })

/** Returns the settings. Writes lock the organization, since its settings may not have a row yet. */
async function loadSettings(call: { ctx: Context; params: { org_id: string } }) {
  const organization = await loadOrganization(call)
  const { org_id } = organization
  rejectProjectScopedToken(call.ctx)
  if (call.ctx.locksRows) call.ctx.advanceTimePast([organization])
  return findOrganizationSettings(call.ctx, org_id)
}

export const getOrganizationSettingsOperation = defineOperation({
  id: 'organizations.settings',
  method: 'GET',
  path: '/v1/organizations/{org_id}/settings',
  summary: 'Get organization settings',
  description: 'Returns the settings of an organization. Requires: member of the organization.',
  scope: 'org:read',
  params,
  reply: { status: 200, schema: organizationSettings },
  authorize: loadSettings,
  handle: async ({ target }) => respondWithSettings(target),
})

function applyUpdate(
  target: OrganizationSettingsRow,
  body: Static<typeof organizationSettingsUpdate>,
): OrganizationSettingsRow {
  const next: OrganizationSettingsRow = {
    ...target,
    default_visibility: body.default_visibility ?? target.default_visibility,
    domain_join_mode: body.domain_join_mode ?? target.domain_join_mode,
    allow_personal_tokens: body.allow_personal_tokens ?? target.allow_personal_tokens,
    require_token_expiry: body.require_token_expiry ?? target.require_token_expiry,
  }
  if (body.audit_retention_days !== undefined) next.audit_retention_days = body.audit_retention_days
  if (body.max_token_ttl_days !== undefined) next.max_token_ttl_days = body.max_token_ttl_days
  return next
}

export const updateOrganizationSettingsOperation = defineOperation({
  id: 'organizations.update_settings',
  method: 'PATCH',
  path: '/v1/organizations/{org_id}/settings',
  summary: 'Update organization settings',
  description:
    'Updates the fields in the body; omitted fields keep their value. `null` removes the limit of ' +
    '`audit_retention_days` or `max_token_ttl_days`. Requires: organization admin.',
  scope: 'org:write',
  params,
  body: organizationSettingsUpdate,
  reply: { status: 200, schema: organizationSettings },
  emits: { 'org.settings_changed': 'Settings of the organization changed.' },
  example: { body: { require_token_expiry: true, max_token_ttl_days: 90 } },
  async authorize(call) {
    const settings = await loadSettings(call)
    requireOrgAdmin(call.ctx, settings.org_id)
    return settings
  },
  async handle({ ctx, target, body }) {
    const next = applyUpdate(target, body)
    const change = findChangedAttributes(target, next, names)
    if (!change) return respondWithSettings(target)
    const stored = await storeSettings(ctx, next)
    ctx.emit({
      org_id: target.org_id,
      type: 'org.settings_changed',
      resource_type: 'organization',
      resource_id: target.org_id,
      ...change,
    })
    return respondWithSettings(stored)
  },
})

export const putOrganizationSettingsOperation = methodAlias(
  'PUT',
  updateOrganizationSettingsOperation,
  'organizations.update_settings_put',
)
