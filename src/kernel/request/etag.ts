import { bodyHash, facetLength, hashLength } from '../answer.ts'
import { preconditionFailed } from '../problem.ts'

/**
 * Entity tags (RFC 9110 section 8.8.3): `"<version>-<hash>"`, strong. The version is the row's counter; the hash covers
 * the bytes answered to this caller. Reads compare the whole, writes the version alone, so that a roll-up that changed
 * does not make a write stale. A resource with a facet has it before the hash, `"<version>-<facet><hash>"`, and writes
 * compare it too.
 */
export const etagOf = (version: number, body: string, facet = ''): string =>
  etagWith(version, bodyHash(body), facet)

/** The same of a body whose hash is known, as `bodyHash` gives it. */
export const etagWith = (version: number, hashed: string, facet = ''): string =>
  `"${version}-${facet}${hashed}"`

/** If-None-Match (RFC 9110 section 13.1.2): a list or `*`, compared weakly. True = answer 304. */
export function noneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  // A hash may end with a hyphen, so what follows it is compared and not what precedes the suffix.
  const unquoted = etag.slice(0, -1)
  return listTags(header)
    .map((tag) => tag.replace(/^W\//, ''))
    .some((tag) => tag.startsWith(unquoted) && codingSuffix.test(tag.slice(unquoted.length)))
}

/** What If-Match is compared with. */
export interface Matched {
  version: number
  /** The facet of what has one. */
  facet?: string | undefined
  /** The write replaces what the facet tells of, which a tag of the version alone does not vouch for. */
  replacesFacet?: boolean | undefined
}

/**
 * If-Match (RFC 9110 section 13.1.1): a list or `*`, compared strongly, by version and by the facet of a resource that
 * has one. `"7-"` is the version alone, as rows of lists tell it. Throws 412 when none matches.
 */
export function requireMatch(header: string, { version, facet, replacesFacet = false }: Matched): void {
  if (header.trim() === '*') return
  const given = listTags(header)
  const matches = (tag: string) => {
    const [, of, named = '', hashed] = tagShape.exec(tag) ?? []
    if (of !== String(version)) return false
    return hashed === undefined ? !replacesFacet : facet === undefined || named === facet
  }
  if (given.some(matches)) return
  throw preconditionFailed(replacesFacet && given.includes(`"${version}-"`))
}

/** ETag suffixes of compressing proxies: Apache and Caddy use one hyphen, Jetty two. */
const coding = '--?(?:gzip|br|zstd)'
const codingSuffix = new RegExp(`^(?:${coding})?"$`)
/** Matches a tag with its version, facet and hash. Lengths are fixed, since a hash may end like a suffix. */
const tagShape = new RegExp(`^"(\\d+)-(?:([\\w-]{${facetLength}})?([\\w-]{${hashLength}})(?:${coding})?)?"$`)

const listTags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
