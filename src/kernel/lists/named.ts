import { sql, type Sql } from '../../db/sql.ts'
import { optional, searched, text } from '../schema.ts'
import { every, extractFolded, holdsText } from '../sql.ts'
import { fold } from '../text.ts'

/** What a list of things with names can be narrowed to by their names. */
export interface NameQuery {
  name?: string | undefined
  search?: string | undefined
}

/** The whole name of what a list is to show. */
export const wholeName = (description: string) => optional(text({ description, onEmpty: 'ignored' }))

/** The query parameters of a list by which names are found. */
export const nameQuery = {
  name: wholeName('The whole name, in any case.'),
  search: searched('Part of the name, in any case.'),
}

/** Builds the condition that a name, of which `toKey` makes the key in this column, is the one of a query. */
export function hasName(column: string, { name, search }: NameQuery, toKey: (text: string) => string): Sql {
  const conditions: Sql[] = []
  if (name) conditions.push(sql`${sql.raw(column)} = ${toKey(name)}`)
  if (search) conditions.push(holdsText(extractFolded(column), fold(search)))
  return every(conditions)
}
