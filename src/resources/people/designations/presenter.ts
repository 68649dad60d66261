import { pickProperties } from '../../../core/resource-fields.ts'
import { respond } from '../../../http/result.ts'
import type { DesignationRow, ListedDesignation } from './queries.ts'
import { designation, listedFields } from './schema.ts'

const toFields = (row: DesignationRow) => ({
  ...row,
  name: row.label,
  org_id: row.is_system ? null : row.org_id,
})

export const presentListedDesignation = (row: DesignationRow) =>
  pickProperties({ properties: listedFields }, toFields(row))

export const presentDesignationWithUsage = (row: ListedDesignation) => {
  const { members = 0, invites = 0, project_members = 0 } = row
  const total = members + invites + project_members
  return { ...presentListedDesignation(row), usage: { members, invites, project_members, total } }
}

export const respondWithDesignation = (row: DesignationRow) =>
  respond(pickProperties(designation, { ...toFields(row), usage: undefined }), row.version)

export const buildDesignationSubject = (org_id: string, { designation_id }: DesignationRow) => ({
  org_id,
  resource_type: 'designation',
  resource_id: designation_id,
})
