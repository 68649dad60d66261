/** Values of a custom field, or the range of a number or date. */
export type CustomFilter =
  string | number | boolean | readonly (string | number)[] | { from?: string | number; to?: string | number }

export interface QueryValues {
  [name: string]: unknown
}

/** Builds a query string with its question mark; empty without values. */
export function buildQueryString(values: QueryValues): string {
  const query = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value == null) return
    if (typeof value !== 'object' || Array.isArray(value)) return query.append(name, String(value))
    const inner = name.endsWith(']')
    for (const [key, one] of Object.entries(value))
      if (inner || one !== false) add(inner ? name.replace(']', `.${key}]`) : `${name}[${key}]`, one)
  }
  for (const name in values) add(name, values[name])
  const text = query.toString()
  return text && `?${text}`
}
