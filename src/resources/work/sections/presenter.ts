import type { SectionWithTaskCount } from './queries.ts'
export const presentSection = (row: SectionWithTaskCount) => ({
  section_id: row.section_id,
  org_id: row.org_id,
  scope_type: row.scope_type,
  scope_id: row.scope_id,
  name: row.name,
  position: row.position,
  status: row.status,
  color: row.color,
  wip_limit: row.wip_limit,
  task_count: row.task_count,
  created_by: row.created_by,
  updated_by: row.updated_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})
