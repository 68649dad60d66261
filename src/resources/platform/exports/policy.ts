import type { Call, Context } from '../../../core/context.ts'
import type { Scope } from '../../../core/scopes.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import { membershipFromBody, rejectProjectScopedToken } from '../../../core/org-access.ts'
import { insufficientScope } from '../../../http/credential-errors.ts'
import { loadOrganization } from '../../people/organizations/policy.ts'
import type { OrganizationRow } from '../../people/organizations/queries.ts'
import { canManageProject, loadReadableProject, type ProjectWithRole } from '../../work/projects/policy.ts'
import { findOwnExport, type ExportRow } from './queries.ts'

/** Returns the organization. Throws 403 unless the caller is an owner. */
export async function loadOrganizationForExport(call: Call<{ org_id: string }>): Promise<OrganizationRow> {
  const organization = await loadOrganization(call)
  if (call.ctx.caller.requireMembership(organization.org_id).role !== 'owner')
    throw forbidden('Only owners of the organization can export it.')
  rejectProjectScopedToken(call.ctx)
  return organization
}

/** Returns the project. Throws 404 unless it is visible, 403 unless the caller owns it. */
export async function loadProjectForExport({ ctx, params }: Call<{ project_id: string }>): Promise<ProjectWithRole> {
  const project = await loadReadableProject(ctx, params.project_id)
  if (!canManageProject(ctx, project))
    throw forbidden('Only owners of the project and organization admins can export it.')
  return project
}

/** Returns the organization of which the caller exports their own data, as a member. */
export function requireOwnExporter({ ctx, body }: { ctx: Context; body: { org_id?: string | undefined } }) {
  const { org_id } = membershipFromBody(ctx, body)
  rejectProjectScopedToken(ctx)
  return { org_id }
}

/** Scopes that a token needs to read an export: those of everything that is in it. */
const readScopes: Record<ExportRow['kind'], Scope> = {
  organization: 'admin',
  project: 'projects:read',
  user: 'tasks:read',
}

/** Returns an export that the caller started and could still start. Throws 404 otherwise, 403 without the scope. */
export async function loadOwnExport({ ctx, params }: Call<{ export_id: string }>): Promise<ExportRow> {
  const row = await findOwnExport(ctx, params.export_id)
  if (!row || !(await canStillExport(ctx, row))) throw notFound()
  const scope = readScopes[row.kind]
  if (!ctx.caller.hasScope(scope)) throw insufficientScope(scope)
  return row
}

async function canStillExport(ctx: Context, { org_id, kind, project_id }: ExportRow): Promise<boolean> {
  if (kind === 'user') return !ctx.caller.allowedProjectIds
  if (kind === 'organization')
    return !ctx.caller.allowedProjectIds && ctx.caller.requireMembership(org_id).role === 'owner'
  const project = await loadReadableProject(ctx, project_id!, 'none')
  return canManageProject(ctx, project)
}
