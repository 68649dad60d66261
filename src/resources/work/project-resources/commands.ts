import type { Context } from '../../../core/context.ts'
import { findChangedAttributes, type ChangeEvent } from '../../../core/change-event.ts'
import { markFileReferenced, releaseFile, type FileRow } from '../../../http/uploads/stored-files.ts'
import { invalid } from '../../../core/errors.ts'
import type { ProjectWithRole } from '../projects/policy.ts'
import type { ResourceWithProject } from './policy.ts'
import { insertResource, saveResource, type ResourceAttributes, type ResourceRow } from './queries.ts'
import { updatableResourceFields, parseLinkUrl, requireSameProject, applyResourceUpdate } from './rules.ts'
import type { ResourceCreate, ResourceUpdate } from './schema.ts'

function emitResourceEvent(
  ctx: Context,
  row: ResourceRow,
  action: string,
  change: Pick<ChangeEvent, 'before' | 'after'>,
): void {
  ctx.emit({
    org_id: row.org_id,
    type: `project_resource.${action}`,
    resource_type: 'project_resource',
    resource_id: row.resource_id,
    project_id: row.project_id,
    ...change,
  })
}

const toEventFields = ({ resource_name, resource_url, resource_type }: ResourceAttributes) => ({
  resource_name,
  resource_url,
  resource_type,
})

export async function createLinkResource(
  ctx: Context,
  project: ProjectWithRole,
  body: ResourceCreate,
): Promise<ResourceWithProject> {
  if (body.is_active === false)
    throw invalid(['body', 'is_active'], 'Cannot be false for a new resource. Send true or omit it.')
  const { resource_name, resource_type = null, storage_path = null } = body
  const wanted = { resource_name, resource_url: parseLinkUrl(body.resource_url), resource_type, storage_path }
  const row = await insertResource(ctx, project, wanted, null)
  emitResourceEvent(ctx, row, 'created', { before: null, after: toEventFields(row) })
  return { ...row, project }
}

export async function createFileResource(
  ctx: Context,
  project: ProjectWithRole,
  title: string | null | undefined,
  file: FileRow & { name: string },
): Promise<ResourceWithProject> {
  await markFileReferenced(ctx, file)
  const wanted = { resource_name: title ?? file.name, resource_url: null, resource_type: 'file' }
  const row = await insertResource(ctx, project, wanted, file)
  emitResourceEvent(ctx, row, 'created', { before: null, after: toEventFields(row) })
  return { ...row, project }
}

export async function updateResource(
  ctx: Context,
  stored: ResourceWithProject,
  body: ResourceUpdate,
): Promise<ResourceWithProject> {
  requireSameProject(stored.project_id, body.project_id)
  const wanted = applyResourceUpdate(stored, body)
  const changed = findChangedAttributes(stored, wanted, updatableResourceFields)
  const deleted = body.is_active === false
  if (!changed && !deleted) return stored
  const deletion = deleted ? { deleted_at: ctx.now, delete_reason: body.delete_reason ?? null } : {}
  const row = await saveResource(ctx, stored, { ...stored, ...wanted, ...deletion })
  if (changed) emitResourceEvent(ctx, row, 'updated', changed)
  if (deleted) await releaseAndEmit(ctx, row)
  return { ...row, project: stored.project }
}

export async function deleteResource(ctx: Context, stored: ResourceWithProject): Promise<ResourceRow> {
  const row = await saveResource(ctx, stored, { ...stored, deleted_at: ctx.now })
  await releaseAndEmit(ctx, row)
  return row
}

async function releaseAndEmit(ctx: Context, row: ResourceRow): Promise<void> {
  if (row.file_id !== null) await releaseFile(ctx, row.org_id, row.file_id)
  emitResourceEvent(ctx, row, 'deleted', { before: toEventFields(row), after: null })
}
