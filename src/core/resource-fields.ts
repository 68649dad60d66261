import { bool, dateTime, nullable, text, versionField } from './schema.ts'

export const auditFields = {
  created_by: nullable(text('Username of the user who created it.')),
  updated_by: nullable(text('Username of the user who last updated it.')),
  created_at: nullable(dateTime('Time of creation, in UTC.')),
  updated_at: nullable(dateTime('Time of the last update, in UTC.')),
  version: versionField,
}

export interface AuditColumns {
  version: number
  created_by: string | null
  updated_by: string | null
  created_at: string
  updated_at: string
}

/** Picks the properties of a response schema from a row: columns and properties have the same names. */
export function pickProperties<P extends object, R extends Record<keyof P, unknown>>(
  { properties }: { properties: P },
  row: R,
): Pick<R, keyof P & keyof R> {
  const names = Object.keys(properties) as (keyof P & keyof R)[]
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<R, keyof P & keyof R>
}

export const isActiveProperty = bool('Always true: deleted resources are not returned.')

export const orgIdProperty = text('ID of the organization that it belongs to.')
