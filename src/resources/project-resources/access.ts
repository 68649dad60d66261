import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/problem.ts'
import { projectToFill, readableProject, type ProjectSeen } from '../projects/access.ts'
import { findResource, lockResource, type ResourceRow } from './rows.ts'

/** A resource and the project it lies in. */
export interface ResourceSeen extends ResourceRow {
  project: ProjectSeen
}

type ById = { ctx: Context; params: { resource_id: string } }

/** The resource; 404 unless the caller can read its project. */
export async function readableResource({ ctx, params }: ById): Promise<ResourceSeen> {
  const found = await findResource(ctx, params.resource_id)
  if (!found) throw notFound()
  const project = await readableProject(ctx, found.project_id)
  if (project.org_id !== found.org_id) throw notFound()
  return { ...found, project }
}

/** The resource to be changed, locked: 404 where the caller can't read its project, 403 where it may not edit it. */
export async function editableResource({ ctx, params }: ById): Promise<ResourceSeen> {
  const found = await findResource(ctx, params.resource_id)
  if (!found) throw notFound()
  const project = await projectToFill(ctx, found.project_id)
  const row = await lockResource(ctx, found)
  if (!row || project.org_id !== row.org_id) throw notFound()
  return { ...row, project }
}
