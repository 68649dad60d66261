/** Preference for a media type; `closeness` is 0 for a match by any type, 1 by `type/*`, 2 by the type itself. */
interface Preference {
  quality: number
  closeness: number
}

const NOT_ACCEPTED: Preference = { quality: 0, closeness: -1 }

function findPreference(type: string, accept: string): Preference {
  const general = `${type.slice(0, type.indexOf('/'))}/*`
  let preference = NOT_ACCEPTED
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const closeness = ['*/*', general, type].indexOf(name)
    if (closeness <= preference.closeness) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality =
      weight === undefined ? 1 : /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight.slice(2)) : 0
    preference = { quality, closeness }
  }
  return preference
}

/** Returns whether a client prefers a type to JSON: by weight, then by specificity. */
export function prefersMediaType(type: string, accept: string | undefined): boolean {
  if (accept === undefined) return false
  const [wanted, json] = [findPreference(type, accept), findPreference('application/json', accept)]
  if (wanted.quality !== json.quality) return wanted.quality > json.quality
  return wanted.quality > 0 && wanted.closeness > json.closeness
}

/** Returns whether a client accepts a type at least as much as JSON; true without an `Accept` header. */
export function acceptsMediaType(type: string, accept: string | undefined): boolean {
  if (!accept) return true
  const [wanted, json] = [findPreference(type, accept), findPreference('application/json', accept)]
  if (wanted.quality !== json.quality) return wanted.quality > json.quality
  return wanted.quality > 0 && wanted.closeness >= json.closeness
}
