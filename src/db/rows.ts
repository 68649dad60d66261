type Make = (values: unknown[]) => object

/** One maker a list of column names; the names come from our own statements, so there are few. */
const makers = new Map<string, Make>()

/**
 * Rows as objects, from rows as lists. `pg` itself sets one property after the other by its name, and from about a dozen
 * on V8 keeps such an object as a hash table: slow to make, to read and to collect. An object written as a literal has a
 * shape that all rows share, so the literal is written once for each list of names.
 */
export function rowObjects(fields: readonly { name: string }[], rows: readonly unknown[][]): object[] {
  if (rows.length === 0) return []
  const key = fields.map(({ name }) => name).join()
  let make = makers.get(key)
  if (!make) {
    const literal = fields.map(({ name }, i) => `${JSON.stringify(name)}: values[${i}]`).join(', ')
    make = new Function('values', `return {${literal}}`) as Make
    makers.set(key, make)
  }
  return rows.map(make)
}
