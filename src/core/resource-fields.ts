import { bool, dateTime, nullable, text, versionField } from './schema.ts'

/** The version of a resource, and who created and last updated it when. */
export const auditFields = {
  created_by: nullable(text({ description: 'Username of the user who created it.' })),
  updated_by: nullable(text({ description: 'Username of the user who last updated it.' })),
  created_at: nullable(dateTime({ description: 'Time of creation, in UTC.' })),
  updated_at: nullable(dateTime({ description: 'Time of the last update, in UTC.' })),
  version: versionField,
}

/** `is_active` of a resource that operations return only until it is deleted. */
export const isActiveProperty = bool({ description: 'Always true: deleted resources are not returned.' })

/** `org_id` of a resource. */
export const orgIdProperty = text({ description: 'ID of the organization that it belongs to.' })
