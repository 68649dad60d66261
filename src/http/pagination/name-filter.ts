import { sql, type Sql, and, extractFolded, contains } from '../../db/sql.ts'
import * as s from '../../core/schema.ts'
import { normalizeForSearch } from '../../core/text.ts'
import { KEY_SEPARATOR } from '../../core/sort-keys.ts'

export interface NameQuery {
  name?: string | undefined
  search?: string | undefined
}

export const exactNameParam = (description: string) => s.optional(s.text({ description, onEmpty: 'ignored' }))

export const nameParams = {
  name: exactNameParam('The whole name, in any case.'),
  search: s.searchParam('Part of the name, in any case.'),
}

/**
 * Builds the condition that a text column equals the text of a query; `toKey` computes the keys of its key column.
 * Compares the folded text instead of the whole key: a key from before an upgrade may sort differently, and a collided one
 * ends with an id. So several rows may match, and the last column of an index by keys is not used.
 */
export function hasName(column: string, { name, search }: NameQuery, toKey: (text: string) => string): Sql {
  const folded = extractFolded(`${column}_key`)
  const conditions: Sql[] = []
  if (name) {
    const key = toKey(name).split(KEY_SEPARATOR).at(-1)!
    conditions.push(sql`(${sql.raw(column)} = ${name} or split_part(${folded}, E'\\x02', 1) = ${key})`)
  }
  if (search) conditions.push(contains(folded, normalizeForSearch(search)))
  return and(conditions)
}
