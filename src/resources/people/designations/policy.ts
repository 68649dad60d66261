import {
  requireOrgAdmin,
  resolveOrgId,
  requireSameOrganization,
  rejectProjectScopedToken,
} from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, invalid, requireFound, unknownReference } from '../../../core/errors.ts'
import { normalizeForSearch } from '../../../core/text.ts'
import { lockOrganization } from '../members/queries.ts'
import * as queries from './queries.ts'

interface DesignationReference {
  designation?: string | null | undefined
  designation_id?: string | null | undefined
}

/** Returns undefined if omitted, null to clear it. Throws 422 unless it is active or the `current` one. */
export async function resolveDesignation(
  ctx: Context,
  orgId: string,
  reference: DesignationReference,
  current: string | null = null,
): Promise<string | null | undefined> {
  const { designation: name, designation_id: id } = reference
  if (name === undefined && id === undefined) return undefined
  const nameKey = typeof name === 'string' ? normalizeForSearch(name) : null
  if (nameKey === null && typeof id !== 'string') return null
  const found = await queries.findDesignationCandidates(ctx, orgId, id ?? null, nameKey)
  const usable = found.filter((row) => row.is_active || row.designation_id === current)
  if (typeof id !== 'string') return pickByName(usable, orgId, nameKey!)
  const chosen = usable.find((row) => row.designation_id === id)
  if (!chosen) throw unknownReference(['body', 'designation_id'], 'designation')
  if (nameKey !== null && !hasName(chosen, nameKey))
    throw invalid(
      ['body', 'designation'],
      'designation and designation_id refer to different designations. Send only one of them.',
    )
  return id
}

export async function resolveDesignationText(ctx: Context, orgId: string, text: string): Promise<string> {
  const found = (await queries.findDesignationCandidates(ctx, orgId, text, normalizeForSearch(text))).filter(
    (row) => row.is_active,
  )
  return (
    found.find((row) => row.designation_id === text)?.designation_id ??
    pickByName(found, orgId, normalizeForSearch(text))
  )
}

const hasName = (row: queries.DesignationNames, nameKey: string): boolean =>
  row.label_key === nameKey || row.aliases.some((alias) => normalizeForSearch(alias) === nameKey)

/** Prefers visible to hidden, label to alias, custom to global, then the oldest. Throws 422 if there is none. */
function pickByName(usable: queries.DesignationNames[], orgId: string, nameKey: string): string {
  const rank = (row: queries.DesignationNames) =>
    (row.hidden ? 4 : 0) + (row.label_key === nameKey ? 0 : 2) + (row.org_id === orgId ? 0 : 1)
  const [best] = usable
    .filter((row) => hasName(row, nameKey))
    .sort((a, b) => rank(a) - rank(b) || (a.designation_id < b.designation_id ? -1 : 1))
  if (!best) throw unknownReference(['body', 'designation'], 'designation')
  return best.designation_id
}

interface DesignationListQuery {
  org_id?: string
  grouped?: boolean
  with_usage?: boolean
  include_hidden?: boolean
  include_inactive?: boolean
}

/** Converts the query of a list. Throws 403 unless the caller is a member, or an admin to include deactivated ones. */
export function parseDesignationFilter({
  ctx,
  query,
}: {
  ctx: Context
  query: DesignationListQuery
}): queries.DesignationFilter {
  const orgId = query.org_id === undefined ? null : ctx.caller.requireMembership(query.org_id).org_id
  if (query.with_usage && orgId === null) throw invalid(['query', 'org_id'], 'is required with with_usage', 'missing')
  if (query.include_inactive && (orgId === null || !ctx.caller.isOrgAdmin(orgId)))
    throw forbidden('Only owners and admins of an organization can list its deactivated designations. Send its org_id.')
  return {
    orgId,
    usage: query.with_usage === true,
    hidden: query.include_hidden === true,
    inactive: query.include_inactive === true,
  }
}

export async function loadReadableDesignation(call: {
  ctx: Context
  params: { designation_id: string }
  query: { org_id?: string }
}): Promise<queries.DesignationRow> {
  const { ctx, params, query } = call
  const orgId = query.org_id ?? ctx.caller.token?.org_id
  const from = orgId === undefined ? null : ctx.caller.requireMembership(orgId).org_id
  return requireFound(
    await queries.findDesignation(ctx, from === null ? ctx.caller.orgIds : [from], params.designation_id, from),
  )
}

export function requireDesignationAdmin({ ctx, body }: { ctx: Context; body: { org_id?: string } }) {
  const { org_id } = requireOrgAdmin(ctx, resolveOrgId(ctx, body.org_id, 'body'))
  rejectProjectScopedToken(ctx)
  return { org_id }
}

type ChangeCall = {
  ctx: Context
  params: { designation_id: string }
  query: { org_id?: string }
  body?: unknown
}

/** Locks the organization instead of the designation, since all organizations share global designations. */
export async function loadDesignationForVisibility(
  call: ChangeCall,
): Promise<queries.DesignationRow & { from: string }> {
  const { ctx, query } = call
  const orgId = resolveOrgId(ctx, query.org_id, 'query')
  requireSameOrganization(orgId, call.body)
  const { org_id } = ctx.caller.requireMembership(orgId)
  await lockOrganization(ctx, org_id)
  const row = await loadReadableDesignation(call)
  requireOrgAdmin(ctx, org_id)
  rejectProjectScopedToken(ctx)
  return { ...row, from: org_id }
}

/** Returns a custom designation of the organization. Throws 403 for global ones and unless the caller is an admin. */
export async function loadDesignationForUpdate(call: ChangeCall): Promise<queries.DesignationRow> {
  const row = await loadDesignationForVisibility(call)
  if (row.is_system)
    throw forbidden('Global designations cannot be changed. Hide it, or create a designation of your own.')
  return row
}
