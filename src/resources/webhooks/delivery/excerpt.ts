/** How much of an answer is kept while it is read: more than is shown, so that no secret is cut in two. */
export const excerptBytes = 4_096
const shownCharacters = 512

const secretLooks = [
  /\bwhsec_[A-Za-z0-9+/=_-]+/g,
  /\bsvc[a-z]?_[A-Za-z0-9_-]{6,}/g,
  /\bv1a?,[A-Za-z0-9+/=]{16,}/g,
  // A token of three parts in base64url that begins with {"
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g,
]
const authorization = /\b((?:bearer|basic|token)\s+)([A-Za-z0-9._~+/=-]{6,})/gi
/** A credential, rather than the next word of a sentence. */
const unlikeWord = /[A-Z0-9+/=_]/

/** The beginning of an answer as the delivery log shows it: text without control characters and without secrets. */
export function excerptOf(bytes: Buffer, secrets: string[]): string | null {
  let text = new TextDecoder().decode(bytes.subarray(0, excerptBytes))
  for (const secret of secrets.flatMap((one) => [one, one.replace(/^whsec_/, '')]))
    text = text.replaceAll(secret, '[removed]')
  for (const look of secretLooks) text = text.replaceAll(look, '[removed]')
  text = text.replaceAll(authorization, (all, scheme: string, credential: string) =>
    unlikeWord.test(credential) ? `${scheme}[removed]` : all,
  )
  // oxlint-disable-next-line no-control-regex
  text = text.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]+/g, ' ').trim()
  // A cut through a pair of surrogates would leave half a character.
  return text.slice(0, shownCharacters).replace(/[\ud800-\udbff]$/, '') || null
}
