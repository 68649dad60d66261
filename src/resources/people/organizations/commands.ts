import { createSubject, findChangedAttributes } from '../../../core/change-event.ts'
import { mergeFreeFormObject } from '../../../core/merge-patch.ts'
import { revokeClientsByOrg } from '../../platform/tokens/queries.ts'
import { requireSecondFactor } from '../../../auth/accounts/second-factor.ts'
import type { Static } from 'typebox'
import type { Context } from '../../../core/context.ts'
import { toSortKey } from '../../../core/text.ts'
import * as queries from './queries.ts'
import type { organizationSettingsUpdate, organizationUpdate, organizationCreate } from './schema.ts'

const buildOrganizationSubject = createSubject('organization', 'org_id')

export async function createOrganization(
  ctx: Context,
  { name, description, logo, email }: Static<typeof organizationCreate>,
): Promise<queries.OrganizationRow> {
  const row = await queries.insertOrganization(ctx, {
    name,
    name_key: toSortKey(name),
    description: description ?? '',
    logo: logo ?? null,
    email: email ?? null,
  })
  ctx.emit({ ...buildOrganizationSubject(row), type: 'org.created', before: null, after: { name: row.name } })
  return row
}

const mergeMetadata = (stored: queries.OrganizationRow['metadata'], patch: Record<string, unknown> | null) =>
  patch && mergeFreeFormObject(stored, patch, ['body', 'metadata'])

const applyUpdate = (target: queries.OrganizationRow, body: Static<typeof organizationUpdate>) => ({
  name: body.name ?? target.name,
  description: body.description === undefined ? target.description : (body.description ?? ''),
  logo: body.logo === undefined ? target.logo : body.logo,
  email: body.email === undefined ? target.email : body.email,
  metadata: body.metadata === undefined ? target.metadata : mergeMetadata(target.metadata, body.metadata),
})

export async function updateOrganization(
  ctx: Context,
  target: queries.OrganizationRow,
  body: Static<typeof organizationUpdate>,
): Promise<queries.OrganizationRow> {
  const next = applyUpdate(target, body)
  const change = findChangedAttributes(target, next, Object.keys(next))
  if (!change) return target
  const metadata = next.metadata === null ? null : JSON.stringify(next.metadata)
  const fields = { ...next, name_key: toSortKey(next.name), metadata }
  const row = await queries.saveOrganization(ctx, target.org_id, fields)
  ctx.emit({ ...buildOrganizationSubject(row), type: 'org.updated', ...change })
  return row
}

export async function deleteOrganization(
  ctx: Context,
  target: queries.OrganizationRow,
): Promise<queries.OrganizationRow> {
  const row = await queries.saveOrganization(ctx, target.org_id, { deleted_at: ctx.now })
  const revocation = { at: ctx.wallTime, by: ctx.user.username, reason: 'client_revoked' }
  await revokeClientsByOrg(ctx.db, target.org_id, revocation)
  ctx.emit({ ...buildOrganizationSubject(row), type: 'org.deleted', before: { name: target.name }, after: null })
  return row
}

function applySettingsUpdate(
  target: queries.OrganizationSettingsRow,
  body: Static<typeof organizationSettingsUpdate>,
): queries.OrganizationSettingsRow {
  const next: queries.OrganizationSettingsRow = {
    ...target,
    default_visibility: body.default_visibility ?? target.default_visibility,
    domain_join_mode: body.domain_join_mode ?? target.domain_join_mode,
    allow_personal_tokens: body.allow_personal_tokens ?? target.allow_personal_tokens,
    require_token_expiry: body.require_token_expiry ?? target.require_token_expiry,
    require_second_factor: body.require_second_factor ?? target.require_second_factor,
  }
  if (body.audit_retention_days !== undefined) next.audit_retention_days = body.audit_retention_days
  if (body.max_token_ttl_days !== undefined) next.max_token_ttl_days = body.max_token_ttl_days
  return next
}

export async function updateSettings(
  ctx: Context,
  target: queries.OrganizationSettingsRow,
  body: Static<typeof organizationSettingsUpdate>,
): Promise<queries.OrganizationSettingsRow> {
  if (body.require_second_factor && !target.require_second_factor)
    await requireSecondFactor(
      ctx,
      'The organization would be locked for you. Set up a second factor of your own first, in the settings under Ways to sign in.',
    )
  const next = applySettingsUpdate(target, body)
  const change = findChangedAttributes(target, next, queries.settingNames)
  if (!change) return target
  const stored = await queries.saveSettings(ctx, next)
  ctx.emit({ ...buildOrganizationSubject(target), type: 'org.settings_changed', ...change })
  return stored
}
