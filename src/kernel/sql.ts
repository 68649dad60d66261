import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type RawBuilder,
} from 'kysely'
import { lookUp, query, type Db } from '../db/database.ts'

/**
 * `a = $1, b = $2` for an UPDATE; the names come from code, never from a request. Begin such a statement with the
 * comment custom: there are more combinations of columns than plans worth keeping.
 */
export const assignments = (set: Record<string, unknown>): RawBuilder<unknown> =>
  sql.join(Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

/** Conditions joined by AND; true when there are none. */
export const every = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Conditions joined by OR, in parentheses; false when there are none. */
export const some = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`

/**
 * A statement that looks something up by its key in the caller's organizations, `$1`: for one organization, which every
 * token and most people have, and for several. Two texts, since the unknown length of an array would have the first
 * planned anew each time.
 */
export function inOrganizations(text: (match: (column: string) => string) => string) {
  const one = text((column) => `${column} = $1::uuid`)
  const several = text((column) => `${column} = ANY($1::uuid[])`)
  return <R>(db: Db, orgIds: readonly string[], ...parameters: unknown[]): Promise<R[]> =>
    orgIds.length === 1
      ? lookUp<R>(db, one, [orgIds[0], ...parameters])
      : lookUp<R>(db, several, [orgIds, ...parameters])
}

/** Puts composed statements together; connects to nothing. */
const composer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** The rows of a composed statement. */
export function rows<R>(db: Db, statement: RawBuilder<R>): Promise<R[]> {
  const { sql: text, parameters } = statement.compile(composer)
  return query<R>(db, text, parameters)
}

/** Columns of a table by the alias that a statement gives it. */
export const columnsOf =
  (names: readonly string[]) =>
  (alias: string): string =>
    names.map((name) => `${alias}.${name}`).join(', ')
