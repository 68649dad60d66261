import { sql } from '../../../db/sql.ts'
import { membershipFromBody } from '../../../core/org-access.ts'
import type { Context } from '../../../core/context.ts'
import { forbidden, notFound, unknownReference } from '../../../core/errors.ts'
import { isVisibleProject, loadOrgVisibility, findVisibility, type OrgVisibility } from '../projects/policy.ts'
import { listLiveProjects } from '../projects/queries/find.ts'
import { digestFieldProjects } from './presenter.ts'
import { findField, type FieldRow } from './queries.ts'

type FieldScope = Pick<FieldRow, 'project_ids'>

/** Admits organization admins, and readers of one of the projects. Same rule as `buildReadableFieldCondition`. */
export const canReadField = (visibility: OrgVisibility, { project_ids }: FieldScope): boolean =>
  project_ids === null ||
  (visibility.isOrgAdmin && visibility.includesTasksWithoutProject) ||
  project_ids.some((id) => isVisibleProject(visibility.projects, id))

/** Admits organization admins, and owners of all projects of a field that is limited to projects. */
export function canManageField(
  { isOrgAdmin, includesTasksWithoutProject, projects, ownedProjectIds }: OrgVisibility,
  field: FieldScope,
) {
  if (isOrgAdmin && includesTasksWithoutProject) return true
  const isManaged = (id: string) => isVisibleProject(projects, id) && (isOrgAdmin || ownedProjectIds.includes(id))
  return field.project_ids !== null && field.project_ids.every(isManaged)
}

function requireFieldManager(visibility: OrgVisibility, field: FieldScope): void {
  if (!canManageField(visibility, field))
    throw forbidden('Requires the role owner or admin in the organization, or owner of all projects of the field.')
}

/** Throws 422 for a project that the caller cannot read, 403 unless they may manage fields of these projects. */
export async function requireFieldProjects(
  ctx: Context,
  visibility: OrgVisibility,
  projectIds: string[] | null,
): Promise<void> {
  if (projectIds !== null) {
    const live = await listLiveProjects(ctx, visibility.org_id, projectIds)
    const unknown = projectIds.findIndex((id) => !live.includes(id) || !isVisibleProject(visibility.projects, id))
    if (unknown >= 0) throw unknownReference(['body', 'project_ids', unknown], 'project')
  }
  requireFieldManager(visibility, { project_ids: projectIds })
}

/** Returns the visibility of a caller who may create a field of these projects. Throws 422 or 403. */
export async function authorizeCreate({
  ctx,
  body,
}: {
  ctx: Context
  body: { org_id?: string; project_ids?: string[] | null }
}): Promise<OrgVisibility> {
  const visibility = await loadOrgVisibility(ctx, membershipFromBody(ctx, body).org_id)
  await requireFieldProjects(ctx, visibility, body.project_ids ?? null)
  return visibility
}

type FieldCall = { ctx: Context; params: { field_id: string } }

export interface FieldTarget {
  visibility: OrgVisibility
  field: FieldRow
}

/** Returns the field in the path. Throws 404 unless the caller can read it. */
export async function loadReadableField({ ctx, params }: FieldCall): Promise<FieldTarget> {
  const organization = sql`(select f.org_id from task_fields f
    where ${sql.orgIn('f.org_id', ctx.caller.orgIds)} and f.field_id = ${params.field_id} limit 1)`
  const visibility = await findVisibility(ctx, { organization })
  const field = visibility && (await findField(ctx, params.field_id))
  if (!field || !canReadField(visibility, field)) throw notFound()
  return { visibility, field }
}

/** Returns the locked field in the path. Throws 404 unless the caller can read it, 403 unless they may manage it. */
export async function loadFieldForUpdate(call: FieldCall) {
  const field = await findField(call.ctx, call.params.field_id)
  if (!field) throw notFound()
  const visibility = await loadOrgVisibility(call.ctx, field.org_id)
  if (!canReadField(visibility, field)) throw notFound()
  requireFieldManager(visibility, field)
  call.ctx.advanceTimePast([field])
  const linksDigest = () => Promise.resolve(digestFieldProjects(visibility, field))
  return { visibility, field, version: field.version, linksDigest }
}
