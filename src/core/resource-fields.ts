import { bool, dateTime, nullable, text, versionField } from './schema.ts'

export const auditFields = {
  created_by: nullable(text({ description: 'Username of the user who created it.' })),
  updated_by: nullable(text({ description: 'Username of the user who last updated it.' })),
  created_at: nullable(dateTime({ description: 'Time of creation, in UTC.' })),
  updated_at: nullable(dateTime({ description: 'Time of the last update, in UTC.' })),
  version: versionField,
}

export const isActiveProperty = bool({ description: 'Always true: deleted resources are not returned.' })

export const orgIdProperty = text({ description: 'ID of the organization that it belongs to.' })
