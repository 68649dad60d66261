import { randomBytes } from 'node:crypto'
import { toSqlText, type SqlShape, type Sql } from '../sql.ts'

/** Maximum number of named statements: each has a plan in the memory of every connection. */
const MAX_NAMES = 500
let byText = new Map<string, string>()
/** Names by shape, which spares hashing the text. */
let byShape = new WeakMap<SqlShape, string>()
let lastNumber = 0

/** Returns undefined beyond the maximum, which disables plan caching. */
export function findStatementName(statement: Sql): string | undefined {
  const { shape } = statement
  const existing = shape && byShape.get(shape)
  if (existing !== undefined) return existing
  const text = toSqlText(statement)
  const name = byText.get(text) ?? assignName(text)
  if (shape && name !== undefined) byShape.set(shape, name)
  return name
}

function assignName(text: string): string | undefined {
  if (byText.size >= MAX_NAMES) return undefined
  const name = `s${++lastNumber}`
  byText.set(text, name)
  return name
}

/** Renames all statements after a migration changed the columns of a prepared statement. */
export function invalidatePlans(): void {
  byText = new Map()
  byShape = new WeakMap()
  marker = ` /* ${randomBytes(6).toString('hex')} */`
}

let marker = ''

/** Makes texts unique after plans were invalidated; random, since an earlier process may have done so too. */
export const getPlanMarker = (): string => marker
