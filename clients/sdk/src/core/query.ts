/** Builds a query string: joins lists by commas, writes `filter` as `filter[…]`, omits undefined and false filters. */
export interface QueryValues {
  [name: string]: unknown
}

/** Builds a query string with its question mark; empty without values. */
export function buildQueryString(values: QueryValues): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value == null) continue
    if (typeof value !== 'object' || Array.isArray(value)) query.append(name, String(value))
    else
      for (const [key, one] of Object.entries(value))
        if (one != null && one !== false) query.append(`${name}[${key}]`, String(one))
  }
  const text = query.toString()
  return text && `?${text}`
}
