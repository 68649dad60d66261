/** Returns a name without case and accents, its spaces written as dashes. */
const normalizeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')

/**
 * Finds the rows that match a name: exactly, else those whose name begins with it, else those in which a word begins with
 * it.
 */
export function findNamed<Row>(rows: readonly Row[], text: string, toName: (row: Row) => string, shortest = 2): Row[] {
  const wanted = normalizeName(text)
  const exact = rows.filter((row) => normalizeName(toName(row)) === wanted)
  if (exact.length > 0 || wanted.length < shortest) return exact
  const beginning = rows.filter((row) => normalizeName(toName(row)).startsWith(wanted))
  if (beginning.length > 0) return beginning
  return rows.filter((row) =>
    normalizeName(toName(row))
      .split('-')
      .some((word) => word.startsWith(wanted)),
  )
}
