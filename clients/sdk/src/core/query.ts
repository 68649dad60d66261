/** Values of a custom field, or the range of a number or date. */
export type CustomFilter =
  string | number | boolean | readonly (string | number)[] | { from?: string | number; to?: string | number }

export interface QueryValues {
  [name: string]: unknown
}

/** Builds a query string with its question mark; empty without values. */
export function buildQueryString(values: QueryValues): string {
  const query = new URLSearchParams()
  const add = (value: object, start: string, end: string): void => {
    for (const [key, one] of Object.entries(value)) {
      const name = start + key
      if (one?.constructor === Object) add(one as object, name + (end ? '.' : '['), ']')
      else if (one != null && (one !== false || !start.endsWith('['))) query.append(name + end, String(one))
    }
  }
  add(values, '', '')
  const text = query.toString()
  return text && `?${text}`
}
