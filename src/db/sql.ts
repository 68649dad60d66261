/**
 * A piece of SQL with its values, written with the tag `sql`: a statement or a part of one. `R` is the row that it gives
 * as a statement.
 */
export class Sql<R = unknown> {
  readonly strings: readonly string[]
  /** What stands between the strings: values, and other pieces. */
  readonly places: readonly unknown[]
  readonly shape: Shape | undefined
  /** It is there for the compiler alone: no object has it. */
  declare readonly row?: R

  constructor(strings: readonly string[], places: readonly unknown[], shape: Shape | undefined) {
    this.strings = strings
    this.places = places
    this.shape = shape
  }

  /** Throws, since a piece would lose its values in a text. */
  toString(): never {
    throw new Error('a piece of SQL belongs in a template with the tag sql, not in a text')
  }
}

/**
 * How a piece of SQL is put together, whatever its values are: of which template, and of pieces of which shapes in its
 * places. A piece made of templates and constants alone has the same shape, the very same object, each time it is
 * written: its text is put together once, and PostgreSQL's plan for it is found without a look at the text. What is
 * joined has none, since requests may compose any number of joins.
 *
 * A template is followed place by place: each place leads from one shape to the next, and the last is that of the
 * piece.
 */
export interface Shape {
  /** The text of a statement of this shape, once it was asked for. */
  text: string | undefined
  /** The shape to which a value in the next place leads. */
  value: Shape | undefined
  /** The shapes to which other pieces in the next place lead, by the shapes of these. */
  pieces: Map<Shape, Shape> | undefined
}

const blank = (): Shape => ({ text: undefined, value: undefined, pieces: undefined })

/** The shapes of templates of which no place is filled yet, and the constant texts. */
const templates = new WeakMap<readonly string[], Shape>()
const constants = new Map<string, Sql<never>>()

/** The most shapes of either kind that are kept, so that whatever requests compose does not fill the memory. */
const bound = 10_000
let combinations = 0

function template<R = unknown>(strings: TemplateStringsArray, ...places: unknown[]): Sql<R> {
  let shape = templates.get(strings)
  if (!shape) templates.set(strings, (shape = blank()))
  for (let i = 0; shape && i < places.length; i++) {
    const place = places[i]
    if (!(place instanceof Sql)) shape = shape.value ??= blank()
    else shape = place.shape && withPiece(shape, place.shape)
  }
  return new Sql<R>(strings, places, shape)
}

function withPiece(shape: Shape, piece: Shape): Shape | undefined {
  shape.pieces ??= new Map()
  const known = shape.pieces.get(piece)
  if (known || combinations >= bound) return known
  combinations++
  const made = blank()
  shape.pieces.set(piece, made)
  return made
}

/** SQL that the code has as a text, such as a column's name. Never a text from a request. */
function raw(text: string): Sql<never> {
  const known = constants.get(text)
  if (known) return known
  const keep = constants.size < bound
  const constant = new Sql<never>([text], [], keep ? blank() : undefined)
  if (keep) constants.set(text, constant)
  return constant
}

/** Values or pieces, at least one, with a comma or another constant text between them. */
function join(items: readonly unknown[], separator = ', '): Sql<never> {
  if (items.length === 0) throw new Error('nothing to join')
  const strings = ['']
  for (let i = 1; i < items.length; i++) strings.push(separator)
  strings.push('')
  return new Sql<never>(strings, items, undefined)
}

/** The most values that `sql.list` takes. */
export const mostListed = 256
const lists = [1, 4, 16, 64, mostListed].map((size) => ({
  size,
  strings: ['', ...Array.from({ length: size - 1 }, () => ', '), ''],
  shape: blank(),
}))

/**
 * Values for an `IN (…)`, at most `mostListed`, filled up to one of a few lengths so that each has a plan of its own: an
 * array, whose length a kept plan can't know, would have the statement planned anew each time. The last value is
 * repeated, and an empty list is null: neither changes what an IN finds.
 */
function list(values: readonly unknown[]): Sql<never> {
  const fitting = lists.find(({ size }) => size >= values.length)
  if (!fitting) throw new Error(`a list of ${values.length} is longer than ${mostListed}`)
  const filling = values.at(-1) ?? null
  const filled = Array.from({ length: fitting.size }, (_, i) => (i < values.length ? values[i] : filling))
  return new Sql<never>(fitting.strings, filled, fitting.shape)
}

/** The lists of rows, by how many values a row has. */
const rowLists = new Map<number, typeof lists>()

function rowListsOf(width: number): typeof lists {
  let known = rowLists.get(width)
  if (!known) {
    const separators = (size: number) =>
      Array.from({ length: size * width - 1 }, (_, i) => ((i + 1) % width === 0 ? '), (' : ', '))
    known = lists.map(({ size }) => ({ size, strings: ['(', ...separators(size), ')'], shape: blank() }))
    rowLists.set(width, known)
  }
  return known
}

/**
 * Rows for a `VALUES`, at least one and at most `mostListed`, all of as many values, filled up with rows of nulls to one
 * of the lengths of `list`, for the same reason. What is joined to the rows by equality finds nothing for nulls.
 */
function rows(tuples: readonly (readonly unknown[])[]): Sql<never> {
  const width = tuples[0]!.length
  const fitting = rowListsOf(width).find(({ size }) => size >= tuples.length)
  if (!fitting) throw new Error(`${tuples.length} rows are more than ${mostListed}`)
  const filled = tuples.flat()
  while (filled.length < fitting.size * width) filled.push(null)
  return new Sql<never>(fitting.strings, filled, fitting.shape)
}

/** The condition that a column is one of these organizations, which remembers so, for `perOrganization`. */
class Among extends Sql<never> {
  readonly column: string
  readonly ids: readonly string[]
  constructor(column: string, ids: readonly string[]) {
    // The comment tells scripts/statements that each of them gets a statement of its own where that is needed.
    const { strings, places, shape } = template`${raw(column)} = any(${ids}::uuid[]) /* each */`
    super(strings, places, shape)
    this.column = column
    this.ids = ids
  }
}

/** The condition that a column of this name is one of these organizations. */
function among(column: string, ids: readonly string[]): Sql<never> {
  // For one an equality, whose plan is kept: the unknown length of an array has the statement planned anew each time.
  return ids.length === 1 ? template`${raw(column)} = ${ids[0]}::uuid` : new Among(column, ids)
}

/**
 * Writes SQL. In `${…}` stands another piece of it, or a value, which is sent apart from the text as a parameter: an array
 * is one value, JSON has to be a string. A value that stands twice is two parameters, and PostgreSQL takes the type of
 * each from where it stands: cast those of which the place tells none.
 */
export const sql = Object.assign(template, {
  raw,
  join,
  list,
  rows,
  among,
})

/** The text of a statement as PostgreSQL takes it, with `$1`, `$2`, … for the values. */
export function textOf(statement: Sql): string {
  const { shape } = statement
  if (!shape) return composed(statement, { count: 0 })
  shape.text ??= composed(statement, { count: 0 })
  return shape.text
}

function composed({ strings, places }: Sql, values: { count: number }): string {
  let text = strings[0]!
  for (let i = 0; i < places.length; i++) {
    const place = places[i]
    text += place instanceof Sql ? composed(place, values) : `$${++values.count}`
    text += strings[i + 1]!
  }
  return text
}

/** The values of a statement, in the order of its text. */
export function valuesOf(statement: Sql, values: unknown[] = []): unknown[] {
  for (const place of statement.places) {
    if (place instanceof Sql) valuesOf(place, values)
    else values.push(place)
  }
  return values
}

/**
 * A statement that looks among several organizations as one for each of them, in the order of their ids; undefined for any
 * other, and none where the caller is in none. Its rows are those of the statement, in the order of the organizations.
 */
export function perOrganization<R>(statement: Sql<R>): Sql<R>[] | undefined {
  const named = organizationsIn(statement)
  if (named.length === 0) return undefined
  const all = new Set(named.flatMap(({ ids }) => ids))
  return [...all].sort().map((id) => within(statement, id) as Sql<R>)
}

const organizationsIn = (piece: Sql): Among[] =>
  piece instanceof Among
    ? [piece]
    : piece.places.flatMap((place) => (place instanceof Sql ? organizationsIn(place) : []))

/** The same piece with only this organization where it names several. */
function within(piece: Sql, id: string): Sql {
  if (piece instanceof Among) return among(piece.column, piece.ids.includes(id) ? [id] : [])
  const { strings, places } = piece
  return new Sql(
    strings,
    places.map((place) => (place instanceof Sql ? within(place, id) : place)),
    undefined,
  )
}
