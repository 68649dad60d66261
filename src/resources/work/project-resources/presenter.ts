import type { Context } from '../../../core/context.ts'
import type { ProjectWithRole } from '../projects/policy.ts'
import type { ResourceRow } from './queries.ts'

/** Returns a `ProjectResource`. */
export const presentResource = ({ services }: Context, project: ProjectWithRole, row: ResourceRow) => ({
  resource_id: row.resource_id,
  project_id: row.project_id,
  project_name: project.name,
  resource_name: row.resource_name,
  resource_url: row.is_file
    ? `${services.config.baseUrl}/v1/project-resources/${row.resource_id}/content`
    : row.resource_url,
  resource_type: row.resource_type,
  storage_path: row.storage_path,
  is_active: row.deleted_at === null,
  created_by: row.created_by,
  updated_by: row.updated_by,
  delete_reason: row.delete_reason,
  created_at: row.created_at,
  updated_at: row.updated_at,
  deleted_at: row.deleted_at,
  version: row.version,
})
