/** How much a client wants a media type, and how closely it named the type: 0 by any type, 1 by its kind, 2 by itself. */
interface Wish {
  quality: number
  closeness: number
}

const unwanted: Wish = { quality: 0, closeness: -1 }

/** What an Accept header says of a media type (RFC 9110 section 12.5.1): the range that names it closest counts. */
function wishFor(type: string, accept: string): Wish {
  const general = `${type.slice(0, type.indexOf('/'))}/*`
  let wish = unwanted
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const closeness = ['*/*', general, type].indexOf(name)
    if (closeness <= wish.closeness) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality =
      weight === undefined ? 1 : /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0
    wish = { quality, closeness }
  }
  return wish
}

/**
 * Whether the client wants a type rather than JSON: by weight, then by how closely each is named. JSON for whoever does
 * not care, or names neither.
 */
export function prefers(type: string, accept: string | undefined): boolean {
  if (accept === undefined) return false
  const [wanted, json] = [wishFor(type, accept), wishFor('application/json', accept)]
  if (wanted.quality !== json.quality) return wanted.quality > json.quality
  return wanted.quality > 0 && wanted.closeness > json.closeness
}

/** Returns whether a client accepts a type at least as much as JSON; true without an `Accept` header. */
export function takes(type: string, accept: string | undefined): boolean {
  if (!accept) return true
  const [wanted, json] = [wishFor(type, accept), wishFor('application/json', accept)]
  if (wanted.quality !== json.quality) return wanted.quality > json.quality
  return wanted.quality > 0 && wanted.closeness >= json.closeness
}
