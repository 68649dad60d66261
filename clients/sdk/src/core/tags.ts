/** ETags by the object that was read or written, as long as it is referenced. */
const tags = new WeakMap<object, string>()

/** Stores the ETag of a response with its object. */
export function storeTag(data: unknown, response: Response): void {
  const tag = response.headers.get('etag')
  if (tag && typeof data === 'object' && data) tags.set(data, tag)
}

/**
 * Returns the `If-Match` of an object: its ETag or, for a list row or a copy, the one of its `version`. Undefined for an
 * object that has neither.
 */
export function tagOf(data: object): string | undefined {
  const tag = tags.get(data)
  const { version } = data as { version?: unknown }
  // The attribute wins: an object with newer values from Object.assign still has its old ETag.
  return typeof version === 'number' && !tag?.startsWith(`"${version}-`) ? `"${version}-"` : tag
}
