import type { Context } from '../../kernel/context.ts'
import { changedAttributes, type ChangeEvent } from '../../kernel/events.ts'
import { keepFile, releaseFile, type FileRow } from '../../kernel/files/files.ts'
import { invalid } from '../../kernel/problem.ts'
import type { ProjectSeen } from '../projects/access.ts'
import type { ResourceSeen } from './access.ts'
import { insertResource, updateResource, type Attributes, type ResourceRow } from './queries.ts'
import { attributes, linkAddress, requireSameProject, wantedAttributes } from './rules.ts'
import type { ResourceCreate, ResourceUpdate } from './schemas.ts'

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

const toEventFields = ({ resource_name, resource_url, resource_type }: Attributes) => ({
  resource_name,
  resource_url,
  resource_type,
})

export async function addLink(
  ctx: Context,
  project: ProjectSeen,
  body: ResourceCreate,
): Promise<ResourceSeen> {
  if (body.is_active === false)
    throw invalid(['body', 'is_active'], 'Cannot be false for a new resource. Send true or omit it.')
  const { resource_name, resource_type = null, storage_path = null } = body
  const wanted = { resource_name, resource_url: linkAddress(body.resource_url), resource_type, storage_path }
  const row = await insertResource(ctx, project, wanted, null)
  emitResourceEvent(ctx, row, 'created', { before: null, after: toEventFields(row) })
  return { ...row, project }
}

export async function addFile(
  ctx: Context,
  project: ProjectSeen,
  title: string | null | undefined,
  file: FileRow & { name: string },
): Promise<ResourceSeen> {
  await keepFile(ctx, file)
  const wanted = { resource_name: title ?? file.name, resource_url: null, resource_type: 'file' }
  const row = await insertResource(ctx, project, wanted, file)
  emitResourceEvent(ctx, row, 'created', { before: null, after: toEventFields(row) })
  return { ...row, project }
}

/** Updates what differs from the stored resource; returns the same object if nothing does. */
export async function changeResource(
  ctx: Context,
  stored: ResourceSeen,
  body: ResourceUpdate,
): Promise<ResourceSeen> {
  requireSameProject(stored.project_id, body.project_id)
  const wanted = wantedAttributes(stored, body)
  const changed = changedAttributes(stored, wanted, attributes)
  const deleted = body.is_active === false
  if (!changed && !deleted) return stored
  const deletion = deleted ? { deleted_at: ctx.now, delete_reason: body.delete_reason ?? null } : {}
  const row = await updateResource(ctx, stored, { ...stored, ...wanted, ...deletion })
  if (changed) emitResourceEvent(ctx, row, 'updated', changed)
  if (deleted) await releaseAndEmit(ctx, row)
  return { ...row, project: stored.project }
}

export async function removeResource(ctx: Context, stored: ResourceSeen): Promise<ResourceRow> {
  const row = await updateResource(ctx, stored, { ...stored, deleted_at: ctx.now })
  await releaseAndEmit(ctx, row)
  return row
}

async function releaseAndEmit(ctx: Context, row: ResourceRow): Promise<void> {
  if (row.file_id !== null) await releaseFile(ctx, row.org_id, row.file_id)
  emitResourceEvent(ctx, row, 'deleted', { before: toEventFields(row), after: null })
}
