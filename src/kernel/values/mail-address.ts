import { domainToASCII, domainToUnicode } from 'node:url'

/** What may stand in the part before the @, beside dots: RFC 5322, and letters and signs of any script (RFC 6531). */
const atom = /^(?:[\w!#$%&'*+/=?^`{|}~-]|(?![\p{C}\p{Z}\p{Default_Ignorable_Code_Point}])\P{ASCII})+$/u
const host = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text)

/**
 * The small letter of a character. Null where Unicode takes a character for an ASCII one, as it does the Kelvin sign for
 * K: with it an address would be the same as somebody else's that merely looks so.
 */
function smallLetter(character: string): string | null {
  if (isAscii(character)) return character.toLowerCase()
  if (/\p{ASCII}/u.test(character.normalize('NFC'))) return null
  const small = character.toLowerCase()
  return /\p{ASCII}/u.test(small) ? character : small
}

/** A text in small letters, in composed form. */
function small(text: string): string | null {
  const letters = [...text].map(smallLetter)
  return letters.includes(null) ? null : letters.join('').normalize('NFC')
}

/**
 * A domain in the form in which mail servers are looked up: other scripts as `xn--…`. Null for what is none, and for one
 * that IDNA would take for another, as it does wide letters for plain ones.
 */
function asciiDomain(domain: string): string | null {
  const letters = small(domain)
  if (letters === null || isAscii(letters)) return letters !== null && host.test(letters) ? letters : null
  const ascii = /^[\p{L}\p{M}\p{N}.-]+$/u.test(letters) ? domainToASCII(letters) : ''
  return host.test(ascii) && domainToUnicode(ascii) === letters ? ascii : null
}

/** Limits of RFC 5321, section 4.5.3.1, and of a label of a domain name (RFC 1035), in octets. */
const MAX_LOCAL_BYTES = 64
const MAX_LABEL_BYTES = 63
const MAX_DOMAIN_BYTES = 255
/** A path has 256 octets, including two angle brackets. */
const MAX_ADDRESS_BYTES = 254

/** Returns whether an email address is short enough for mail servers; its domain counts in ASCII form. */
export function hasMailLength(address: string): boolean {
  const at = address.lastIndexOf('@')
  const local = Buffer.byteLength(address.slice(0, Math.max(at, 0)))
  const domain = domainToASCII(address.slice(at + 1)) || address.slice(at + 1)
  return (
    local <= MAX_LOCAL_BYTES &&
    Buffer.byteLength(domain) <= MAX_DOMAIN_BYTES &&
    local + 1 + Buffer.byteLength(domain) <= MAX_ADDRESS_BYTES &&
    domain.split('.').every((part) => Buffer.byteLength(part) <= MAX_LABEL_BYTES)
  )
}

/** The form in which e-mail addresses are compared; null for what is none. */
export function mailbox(address: string): string | null {
  const at = address.lastIndexOf('@')
  const name = address.slice(0, Math.max(at, 0))
  if (!name.split('.').every((part) => atom.test(part))) return null
  const [local, domain] = [small(name), asciiDomain(address.slice(at + 1))]
  if (local === null || domain === null) return null
  const normal = `${local}@${domain}`
  return hasMailLength(normal) ? normal : null
}
