import type { Context } from '../../../core/context.ts'
import { pickProperties } from '../../../core/resource-fields.ts'
import type { ProjectWithRole } from '../projects/policy.ts'
import type { ResourceRow } from './queries.ts'
import { resourceSchema } from './schema.ts'

export const presentResource = ({ services }: Context, project: ProjectWithRole, row: ResourceRow) =>
  pickProperties(resourceSchema, {
    ...row,
    project_name: project.name,
    resource_url: row.is_file
      ? `${services.config.baseUrl}/v1/project-resources/${row.resource_id}/content`
      : row.resource_url,
    is_active: row.deleted_at === null,
  })
