import { types } from './types.ts'

/** Makes an object of the texts of one row. */
export type MakeRow = (texts: (string | null)[]) => object

/** What the server tells of a column. */
export interface Column {
  name: string
  dataTypeID: number
}

/** The makers by their lists of columns, which come from our own statements, so there are few. */
const makers = new Map<string, MakeRow>()

/**
 * The maker of rows with these columns. `pg` itself sets one property after the other by its name, and from about a
 * dozen on V8 keeps such an object as a hash table: slow to make, to read and to collect. An object written as a literal
 * has a shape that all rows share, so the literal is written once for each list of columns.
 */
export function rowMaker(columns: readonly Column[]): MakeRow {
  const key = columns.map(({ name, dataTypeID }) => `${dataTypeID} ${name}`).join()
  let make = makers.get(key)
  if (!make) {
    const parsers = columns.map(({ dataTypeID }) => types.getTypeParser(dataTypeID))
    const literal = columns.map(
      ({ name }, i) => `${JSON.stringify(name)}: texts[${i}] === null ? null : parsers[${i}](texts[${i}])`,
    )
    const write = new Function('parsers', `return (texts) => ({${literal.join(', ')}})`) as (
      parsers: unknown[],
    ) => MakeRow
    make = write(parsers)
    makers.set(key, make)
  }
  return make
}
