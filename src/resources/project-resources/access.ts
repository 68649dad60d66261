import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { projectToFill, readableProject, type ProjectSeen } from '../projects/access.ts'
import { findResource, lockResource, type ResourceRow } from './queries.ts'

/** A resource and its project. */
export interface ResourceSeen extends ResourceRow {
  project: ProjectSeen
}

type ResourceRequest = { ctx: Context; params: { resource_id: string } }

/** Throws 404 unless the project of the resource is visible. */
export async function readableResource({ ctx, params }: ResourceRequest): Promise<ResourceSeen> {
  const found = await findResource(ctx, params.resource_id)
  if (!found) throw notFound()
  const project = await readableProject(ctx, found.project_id)
  if (project.org_id !== found.org_id) throw notFound()
  return { ...found, project }
}

/**
 * Returns the locked resource. Throws 404 unless its project is visible, 403 unless the caller may edit the project.
 */
export async function editableResource({ ctx, params }: ResourceRequest): Promise<ResourceSeen> {
  const found = await findResource(ctx, params.resource_id)
  if (!found) throw notFound()
  const project = await projectToFill(ctx, found.project_id)
  const row = await lockResource(ctx, found)
  if (!row || project.org_id !== row.org_id) throw notFound()
  return { ...row, project }
}
