import { orgAdmin, orgIdOf, requireSameOrganization, wholeOrganization } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { forbidden, invalid, notFound, unknownReference } from '../../kernel/problem.ts'
import { fold } from '../../kernel/text.ts'
import { lockOrganization } from '../organization-members/queries.ts'
import type { CatalogueAsked } from './list-queries.ts'
import { findDesignation, findDesignations, type DesignationNames, type DesignationRow } from './queries.ts'

/** How a body names a designation: by its id, or by its label or an alias. */
export interface DesignationNamed {
  designation?: string | null | undefined
  designation_id?: string | null | undefined
}

/**
 * The id of the designation that a body names: undefined when it names none, null when it takes it away, 422 when there
 * is no such active one. `current` is the one held already, which may stay though it was deactivated meanwhile.
 */
export async function resolveDesignation(
  ctx: Context,
  orgId: string,
  named: DesignationNamed,
  current: string | null = null,
): Promise<string | null | undefined> {
  const { designation: name, designation_id: id } = named
  if (name === undefined && id === undefined) return undefined
  const nameKey = typeof name === 'string' ? fold(name) : null
  if (nameKey === null && typeof id !== 'string') return null
  const found = await findDesignations(ctx, orgId, id ?? null, nameKey)
  const usable = found.filter((row) => row.is_active || row.designation_id === current)
  if (typeof id !== 'string') return pick(usable, orgId, nameKey!)
  const chosen = usable.find((row) => row.designation_id === id)
  if (!chosen) throw unknownReference(['body', 'designation_id'], 'designation')
  if (nameKey !== null && !answersTo(chosen, nameKey))
    throw invalid(
      ['body', 'designation'],
      'designation and designation_id name two different ones: send one.',
    )
  return id
}

/** The id of the active designation that one text names, be it by its id, label or alias; 422 when there is none. */
export async function resolveDesignationText(ctx: Context, orgId: string, text: string): Promise<string> {
  const found = (await findDesignations(ctx, orgId, text, fold(text))).filter((row) => row.is_active)
  return found.find((row) => row.designation_id === text)?.designation_id ?? pick(found, orgId, fold(text))
}

const answersTo = (row: DesignationNames, nameKey: string): boolean =>
  row.label_key === nameKey || row.aliases.some((alias) => fold(alias) === nameKey)

/**
 * Of several that answer to a name: one that is shown goes before one that the organization hides, then a label before
 * an alias, then the organization's own before a global one, then the older.
 */
function pick(usable: DesignationNames[], orgId: string, nameKey: string): string {
  const rank = (row: DesignationNames) =>
    (row.hidden ? 4 : 0) + (row.label_key === nameKey ? 0 : 2) + (row.org_id === orgId ? 0 : 1)
  const [best] = usable
    .filter((row) => answersTo(row, nameKey))
    .sort((a, b) => rank(a) - rank(b) || (a.designation_id < b.designation_id ? -1 : 1))
  if (!best) throw unknownReference(['body', 'designation'], 'designation')
  return best.designation_id
}

/** The parameters of a list of designations that decide what is in it. */
export interface CatalogueQuery {
  org_id?: string
  grouped?: boolean
  with_usage?: boolean
  include_hidden?: boolean
  include_inactive?: boolean
}

/** Judges what a list of designations asks: an organization's are for its members, deactivated ones for its admins. */
export function listableDesignations({
  ctx,
  query,
}: {
  ctx: Context
  query: CatalogueQuery
}): CatalogueAsked {
  const orgId = query.org_id === undefined ? null : ctx.caller.memberOf(query.org_id).org_id
  if (query.with_usage && orgId === null)
    throw invalid(['query', 'org_id'], 'is needed with with_usage', 'missing')
  if (query.include_inactive && (orgId === null || !ctx.caller.isOrgAdmin(orgId)))
    throw forbidden(
      'Only owners and admins of an organization see its deactivated designations: name it in org_id.',
    )
  return {
    orgId,
    usage: query.with_usage === true,
    hidden: query.include_hidden === true,
    inactive: query.include_inactive === true,
  }
}

/**
 * A global designation or one of the caller's organizations, as the organization that the query names sees it; else
 * 404.
 */
export async function readableDesignation(call: {
  ctx: Context
  params: { designation_id: string }
  query: { org_id?: string }
}): Promise<DesignationRow> {
  const { ctx, params, query } = call
  const named = query.org_id ?? ctx.caller.token?.org_id
  const from = named === undefined ? null : ctx.caller.memberOf(named).org_id
  const row = await findDesignation(
    ctx,
    from === null ? ctx.caller.orgIds : [from],
    params.designation_id,
    from,
  )
  if (!row) throw notFound()
  return row
}

/** The organization that designations are made in, for its owners and admins; 403 for others. */
export function designationOrganization({ ctx, body }: { ctx: Context; body: { org_id?: string } }) {
  const { org_id } = orgAdmin(ctx, orgIdOf(ctx, body.org_id, 'body'))
  wholeOrganization(ctx)
  return { org_id }
}

type Change = { ctx: Context; params: { designation_id: string }; query: { org_id?: string }; body?: unknown }

/**
 * A designation whose place in the organization an owner or admin may change. Changes to an organization's designations
 * come one after another: the row of a global one is everybody's, and not locked.
 */
export async function showableDesignation(call: Change): Promise<DesignationRow & { from: string }> {
  const { ctx, query } = call
  const named = orgIdOf(ctx, query.org_id, 'query')
  requireSameOrganization(named, call.body)
  const { org_id } = ctx.caller.memberOf(named)
  await lockOrganization(ctx, org_id)
  const row = await readableDesignation(call)
  orgAdmin(ctx, org_id)
  wholeOrganization(ctx)
  return { ...row, from: org_id }
}

/** A designation of the organization's own, for a change by its owners and admins; 403 for others. */
export async function editableDesignation(call: Change): Promise<DesignationRow> {
  const row = await showableDesignation(call)
  if (row.is_system)
    throw forbidden('Every organization has this designation: it can be hidden, not changed.')
  return row
}
