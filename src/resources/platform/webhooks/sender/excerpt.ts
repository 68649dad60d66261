/** Number of response bytes that are searched for secrets: more than are shown, so that no secret is cut in two. */
export const MAX_EXCERPT_BYTES = 4_096
const MAX_EXCERPT_CHARS = 512

const SECRET_PATTERNS = [
  /\bwhsec_[A-Za-z0-9+/=_-]+/g,
  /\bsvc[a-z]?_[A-Za-z0-9_-]{6,}/g,
  /\bv1a?,[A-Za-z0-9+/=]{16,}/g,
  // JSON Web Token
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g,
]
const AUTHORIZATION_PATTERN = /\b((?:bearer|basic|token)\s+)([A-Za-z0-9._~+/=-]{6,})/gi
/** Distinguishes a credential from the next word of a sentence. */
const CREDENTIAL_PATTERN = /[A-Z0-9+/=_]/

export function buildExcerpt(bytes: Buffer, secrets: string[]): string | null {
  let text = new TextDecoder().decode(bytes.subarray(0, MAX_EXCERPT_BYTES))
  for (const secret of secrets.flatMap((one) => [one, one.replace(/^whsec_/, '')]))
    text = text.replaceAll(secret, '[removed]')
  for (const pattern of SECRET_PATTERNS) text = text.replaceAll(pattern, '[removed]')
  text = text.replaceAll(AUTHORIZATION_PATTERN, (all, scheme: string, credential: string) =>
    CREDENTIAL_PATTERN.test(credential) ? `${scheme}[removed]` : all,
  )
  // oxlint-disable-next-line no-control-regex
  text = text.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]+/g, ' ').trim()
  // Removes half a surrogate pair at the end.
  return text.slice(0, MAX_EXCERPT_CHARS).replace(/[\ud800-\udbff]$/, '') || null
}
