import { randomBytes } from 'node:crypto'
import { textOf, type Shape, type Sql } from './sql.ts'

/** The most texts that have a name: each name holds a plan in the memory of every connection. */
const bound = 500
let byText = new Map<string, string>()
/** The names by shape, so that what is written the same way again need not be hashed again. */
let byShape = new WeakMap<Shape, string>()
let last = 0

/**
 * The name under which PostgreSQL keeps the plan of a statement, the same for the same text. Undefined when there are
 * too many: then the statement is planned anew each time.
 */
export function planName(statement: Sql): string | undefined {
  const { shape } = statement
  const known = shape && byShape.get(shape)
  if (known !== undefined) return known
  const text = textOf(statement)
  const name = byText.get(text) ?? fresh(text)
  if (shape && name !== undefined) byShape.set(shape, name)
  return name
}

function fresh(text: string): string | undefined {
  if (byText.size >= bound) return undefined
  const name = `s${++last}`
  byText.set(text, name)
  return name
}

/** Gives every text a new name, on every connection, after a migration changed the columns of a kept plan. */
export function forgetPlans(): void {
  byText = new Map()
  byShape = new WeakMap()
  mark = ` /* ${randomBytes(6).toString('hex')} */`
}

let mark = ''

/**
 * What to write behind the text of a named statement, empty until plans were forgotten, so that its text is new as well. It
 * is drawn at random, since the process before may have forgotten plans too.
 */
export const renewed = (): string => mark
