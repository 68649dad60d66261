import type { Call, Context } from '../../../core/context.ts'
import { isUuid } from '../../../core/ids.ts'
import { forbidden, notFound, requireFound } from '../../../core/errors.ts'
import {
  membershipFromBody,
  membershipFromQuery,
  rejectProjectScopedToken,
  requireOrgAdmin,
} from '../../../core/org-access.ts'
import { canManageProject, loadReadableProject } from '../../work/projects/policy.ts'
import { findImport, type ImportRow } from './queries.ts'
import { lockPlaceholder, type PlaceholderRow } from './queries/placeholders.ts'
import { pulledSources } from './rules.ts'
import type { ImportRequest } from './schema.ts'

/** Sources that owners of a project may import into it. */
const projectSources: readonly string[] = ['csv', 'neutral', ...pulledSources]

type Importable = Pick<ImportRequest, 'org_id' | 'project_id'> & { source: string }

/** Returns the organization of a new import. Throws 403 unless the caller is an admin or owns the one project. */
export async function requireImporter(ctx: Context, request: Importable): Promise<{ org_id: string }> {
  const { org_id } = membershipFromBody(ctx, request)
  if (request.project_id == null) {
    requireOrgAdmin(ctx, org_id)
    rejectProjectScopedToken(ctx)
    return { org_id }
  }
  const project = await loadReadableProject(ctx, request.project_id)
  if (project.org_id !== org_id) throw notFound()
  if (!canManageProject(ctx, project))
    throw forbidden('Only owners of the project and organization admins can import into it.')
  if (!ctx.caller.isOrgAdmin(org_id) && !projectSources.includes(request.source))
    throw forbidden(
      `Owners of a project import files of the sources ${projectSources.join(', ')}. Ask an organization admin for others.`,
    )
  return { org_id }
}

/** Returns the organization, and the user whose imports a caller who is no admin sees. */
export function requireImportReader(ctx: Context, query: { org_id?: string | undefined }) {
  const { org_id } = membershipFromQuery(ctx, query)
  return { org_id, userId: ctx.caller.isOrgAdmin(org_id) && !ctx.caller.allowedProjectIds ? null : ctx.user.user_id }
}

/** Returns the import, locked on writes. Throws 404 unless the caller started it or is an admin. */
export async function loadReadableImport({
  ctx,
  params,
}: {
  ctx: Context
  params: { import_id: string }
}): Promise<ImportRow> {
  const row = await findImport(ctx, params.import_id)
  if (!row || requireImportReader(ctx, row).userId === (row.user_id === ctx.user.user_id ? '' : ctx.user.user_id))
    throw notFound()
  if (
    ctx.caller.allowedProjectIds &&
    (row.project_id === null || !ctx.caller.allowedProjectIds.includes(row.project_id))
  )
    throw notFound()
  return row
}

/** Returns an import to repeat or undo, whose caller must still have the rights to start it. */
export async function loadImportForChange(call: { ctx: Context; params: { import_id: string } }): Promise<ImportRow> {
  const row = await loadReadableImport(call)
  await requireImporter(call.ctx, row)
  return row
}

/** Throws 403 for guests, who do not know all people of the organization. */
export function requirePlaceholderReader({ ctx, params }: Call<{ org_id: string }>) {
  const { org_id, role } = ctx.caller.requireMembership(params.org_id)
  if (role === 'guest') throw forbidden('Guests cannot list the people of imports.')
  return { org_id, isAdmin: ctx.caller.isOrgAdmin(org_id) }
}

/** Returns the placeholder, locked. Throws 403 unless the caller is an admin. */
export async function loadPlaceholder({
  ctx,
  params,
}: Call<{ org_id: string; user_id: string }>): Promise<PlaceholderRow> {
  const { org_id } = requireOrgAdmin(ctx, params.org_id)
  rejectProjectScopedToken(ctx)
  return requireFound(isUuid(params.user_id) ? await lockPlaceholder(ctx, org_id, params.user_id) : undefined)
}
