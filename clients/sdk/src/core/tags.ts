/** ETags by the object that was read or written, for as long as the object is used. */
const tags = new WeakMap<object, string>()

/** Stores the ETag of a response with its object. */
export function keepTag(data: unknown, response: Response): void {
  const tag = response.headers.get('etag')
  if (tag && typeof data === 'object' && data) tags.set(data, tag)
}

/**
 * Returns what `If-Match` takes for an object: the ETag it was read with or, for a row of a list and for a copy, the one
 * of its `version`. Undefined for an object that has neither.
 */
export function tagOf(data: object): string | undefined {
  const tag = tags.get(data)
  const { version } = data as { version?: unknown }
  // The attribute wins: an object that took over newer values, by Object.assign, still has its old ETag.
  return typeof version === 'number' && !tag?.startsWith(`"${version}-`) ? `"${version}-"` : tag
}
