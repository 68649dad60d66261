import { respond } from '../../../http/result.ts'
import type { DesignationRow, ListedDesignation } from './queries.ts'

export const presentListedDesignation = (row: DesignationRow) => ({
  designation_id: row.designation_id,
  label: row.label,
  name: row.label,
  category: row.category,
  org_id: row.is_system ? null : row.org_id,
  legacy_value: row.legacy_value,
  is_system: row.is_system,
  is_active: row.is_active,
  sort_order: row.sort_order,
  aliases: row.aliases,
  pinned: row.pinned,
  hidden: row.hidden,
  version: row.version,
})

export const presentDesignationWithUsage = (row: ListedDesignation) => {
  const { members = 0, invites = 0, project_members = 0 } = row
  const total = members + invites + project_members
  return { ...presentListedDesignation(row), usage: { members, invites, project_members, total } }
}

export const respondWithDesignation = (row: DesignationRow) =>
  respond(
    {
      ...presentListedDesignation(row),
      slug: row.slug,
      metadata: row.metadata,
      created_by: row.created_by,
      updated_by: row.updated_by,
      created_at: row.created_at,
      updated_at: row.updated_at,
    },
    row.version,
  )

export const designationSubject = (org_id: string, { designation_id }: DesignationRow) => ({
  org_id,
  resource_type: 'designation',
  resource_id: designation_id,
})
