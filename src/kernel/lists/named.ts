import { sql, type Sql } from '../../db/sql.ts'
import { optional, searched, text } from '../schema.ts'
import { every, extractFolded, holdsText } from '../sql.ts'
import { fold } from '../text.ts'
import { keySeparator } from '../values/sort-keys.ts'

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

/**
 * Builds the condition that the text in a column is the one of a query. `toKey` makes the keys in the column beside it.
 * The folded text is compared and not the whole key: one of before an upgrade may sort otherwise, and one that collided
 * has an id behind its text. So rows of one name may be several, and the last column of an index by keys is not used.
 */
export function hasName(column: string, { name, search }: NameQuery, toKey: (text: string) => string): Sql {
  const folded = extractFolded(`${column}_key`)
  const conditions: Sql[] = []
  if (name) {
    const wanted = toKey(name).split(keySeparator).at(-1)!
    conditions.push(sql`(${sql.raw(column)} = ${name} or split_part(${folded}, E'\\x02', 1) = ${wanted})`)
  }
  if (search) conditions.push(holdsText(folded, fold(search)))
  return every(conditions)
}
