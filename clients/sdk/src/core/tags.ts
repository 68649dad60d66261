/** The tag (ETag) that each answer came with, for as long as the answer is kept. A copy of an answer has none. */
const tags = new WeakMap<object, string>()

/** Notes the tag of what was read or written. */
export function keepTag(data: unknown, response: Response): void {
  const tag = response.headers.get('etag')
  if (tag && typeof data === 'object' && data) tags.set(data, tag)
}

/** The tag that an object was read with; undefined for a row of a list, a copy, or what did not come from the server. */
export const tagOf = (data: object): string | undefined => tags.get(data)
