import type { Call } from '../../../core/context.ts'
import { notFound, requireFound } from '../../../core/errors.ts'
import { lockProjectForInsert, loadReadableProject, type ProjectWithRole } from '../projects/policy.ts'
import { findResource, lockResource, type ResourceRow } from './queries.ts'

export interface ResourceWithProject extends ResourceRow {
  project: ProjectWithRole
}

type ResourceRequest = Call<{ resource_id: string }>

export async function loadReadableResource({ ctx, params }: ResourceRequest): Promise<ResourceWithProject> {
  const found = requireFound(await findResource(ctx, params.resource_id))
  const project = await loadReadableProject(ctx, found.project_id)
  if (project.org_id !== found.org_id) throw notFound()
  return { ...found, project }
}

/** Throws 404 unless its project is visible, 403 unless the caller may edit the project. */
export async function loadResourceForUpdate({ ctx, params }: ResourceRequest): Promise<ResourceWithProject> {
  const found = requireFound(await findResource(ctx, params.resource_id))
  const project = await lockProjectForInsert(ctx, found.project_id)
  const row = await lockResource(ctx, found)
  if (!row || project.org_id !== row.org_id) throw notFound()
  return { ...row, project }
}
