import { hashBody, LINKS_DIGEST_LENGTH, BODY_HASH_LENGTH } from './result.ts'
import { refuseHeader } from './refused-header.ts'
import { preconditionFailed } from '../core/errors.ts'

/**
 * Builds a strong entity tag (RFC 9110 section 8.8.3): `"<version>-<links digest><body hash>"`. Reads compare all of it;
 * writes only version and links digest, so that a changed count does not make a write stale.
 */
export const buildEtag = (version: number, body: string, linksDigest = ''): string =>
  buildEtagFromHash(version, hashBody(body), linksDigest)

export const buildEtagFromHash = (version: number, hashed: string, linksDigest = ''): string =>
  `"${version}-${linksDigest}${hashed}"`

/** Evaluates If-None-Match by weak comparison (RFC 9110 section 13.1.2); true means 304. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  // Compares what follows the hash, since a hash may end with a hyphen.
  const unquoted = etag.slice(0, -1)
  return listTags(header)
    .map((tag) => tag.replace(/^W\//, ''))
    .some((tag) => tag.startsWith(unquoted) && encodingSuffixPattern.test(tag.slice(unquoted.length)))
}

interface EtagValidators {
  version: number
  linksDigest?: string | undefined
  /** The write replaces the links, so that a tag with the version alone is not enough. */
  replacesLinks?: boolean | undefined
}

/** Evaluates If-Match (RFC 9110 section 13.1.1). Accepts `"7-"`, the version alone, as list rows have no ETag. */
export function requireMatch(header: string, { version, linksDigest, replacesLinks = false }: EtagValidators): void {
  if (header.trim() === '*') return
  const tags = listTags(header)
  const matches = (tag: string) => {
    const [, tagVersion, tagDigest = '', hashed] = tagShape.exec(tag) ?? []
    if (tagVersion !== String(version)) return false
    return hashed === undefined ? !replacesLinks : linksDigest === undefined || tagDigest === linksDigest
  }
  if (tags.some(matches)) return
  throw preconditionFailed(replacesLinks && tags.includes(`"${version}-"`))
}

/** Returns 400 for `If-Match` on an operation that acts on no single resource, since it would not be checked. */
export const ifMatchNotSupported = () =>
  refuseHeader('If-Match', 'This operation does not accept If-Match. Remove the header.')

/** ETag suffixes of compressing proxies: Apache and Caddy use one hyphen, Jetty two. */
const encodingSuffix = '--?(?:gzip|br|zstd)'
const encodingSuffixPattern = new RegExp(`^(?:${encodingSuffix})?"$`)
/** Matches a tag with its version, links digest and hash. Lengths are fixed, since a hash may end like a suffix. */
const tagShape = new RegExp(
  `^"(\\d+)-(?:([\\w-]{${LINKS_DIGEST_LENGTH}})?([\\w-]{${BODY_HASH_LENGTH}})(?:${encodingSuffix})?)?"$`,
)

const listTags = (header: string): string[] => header.match(/(?:W\/)?"[^"]*"/g) ?? []
