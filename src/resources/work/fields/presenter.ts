import { digestLinks, respond, type OperationResult } from '../../../http/result.ts'
import { isVisibleProject, type OrgVisibility } from '../projects/policy.ts'
import type { FieldRow } from './queries.ts'

/** Returns the schema `Field`, with the projects that the caller can read. */
export const presentField = (visibility: OrgVisibility, row: FieldRow) => ({
  field_id: row.field_id,
  org_id: row.org_id,
  key: row.key,
  name: row.name,
  description: row.description,
  type: row.type,
  unit: row.unit,
  decimals: row.decimals,
  min: row.min,
  max: row.max,
  options: row.options,
  project_ids: listVisibleProjects(visibility, row),
  on_card: row.on_card,
  position: row.position,
  is_active: row.is_active,
  created_by: row.created_by,
  updated_by: row.updated_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
})

const listVisibleProjects = ({ projects }: OrgVisibility, { project_ids }: FieldRow) =>
  project_ids?.filter((id) => isVisibleProject(projects, id)) ?? null

/** Returns a digest of the visible projects, whose changes do not raise the version because some may be hidden. */
export const digestFieldProjects = (visibility: OrgVisibility, row: FieldRow): string =>
  row.project_ids === null ? '' : digestLinks(listVisibleProjects(visibility, row))

export const respondWithField = (visibility: OrgVisibility, row: FieldRow): OperationResult =>
  respond(presentField(visibility, row), row.version, digestFieldProjects(visibility, row))

/** Returns the schema `FieldOptions`, with the ETag validators of the field. */
export function respondWithOptions(visibility: OrgVisibility, row: FieldRow): OperationResult {
  const { field_id, options, version } = row
  return respond({ field_id, options, version }, version, digestFieldProjects(visibility, row))
}
