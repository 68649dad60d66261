import { domainToASCII, domainToUnicode } from 'node:url'

/** Characters before the @, besides dots: RFC 5322, and letters and signs of any script (RFC 6531). */
const ATOM = /^(?:[\w!#$%&'*+/=?^`{|}~-]|(?![\p{C}\p{Z}\p{Default_Ignorable_Code_Point}])\P{ASCII})+$/u
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text)

/** Returns null if Unicode maps it to an ASCII letter (the Kelvin sign to K): look-alikes must differ. */
function lowerCaseLetter(character: string): string | null {
  if (isAscii(character)) return character.toLowerCase()
  if (/\p{ASCII}/u.test(character.normalize('NFC'))) return null
  const lower = character.toLowerCase()
  return /\p{ASCII}/u.test(lower) ? character : lower
}

function lowerCase(text: string): string | null {
  const lower = [...text].map(lowerCaseLetter)
  return lower.includes(null) ? null : lower.join('').normalize('NFC')
}

/** Returns a domain in ASCII form (`xn--…`); null if invalid, or if IDNA would map it to another domain. */
function toAsciiDomain(domain: string): string | null {
  const lower = lowerCase(domain)
  if (lower === null || isAscii(lower)) return lower !== null && HOST.test(lower) ? lower : null
  const ascii = /^[\p{L}\p{M}\p{N}.-]+$/u.test(lower) ? domainToASCII(lower) : ''
  return HOST.test(ascii) && domainToUnicode(ascii) === lower ? ascii : null
}

/** Limits of RFC 5321, section 4.5.3.1, and of a label of a domain name (RFC 1035), in octets. */
const MAX_LOCAL_BYTES = 64
const MAX_LABEL_BYTES = 63
const MAX_DOMAIN_BYTES = 255
/** A path has 256 octets, including two angle brackets. */
const MAX_ADDRESS_BYTES = 254

/** Returns whether an email address is short enough for mail servers; its domain counts in ASCII form. */
export function hasValidEmailLength(address: string): boolean {
  const atIndex = address.lastIndexOf('@')
  const local = Buffer.byteLength(address.slice(0, Math.max(atIndex, 0)))
  const domain = domainToASCII(address.slice(atIndex + 1)) || address.slice(atIndex + 1)
  return (
    local <= MAX_LOCAL_BYTES &&
    Buffer.byteLength(domain) <= MAX_DOMAIN_BYTES &&
    local + 1 + Buffer.byteLength(domain) <= MAX_ADDRESS_BYTES &&
    domain.split('.').every((part) => Buffer.byteLength(part) <= MAX_LABEL_BYTES)
  )
}

/** Returns the normalized form in which email addresses are compared; null if invalid. */
export function normalizeEmail(address: string): string | null {
  const atIndex = address.lastIndexOf('@')
  const name = address.slice(0, Math.max(atIndex, 0))
  if (!name.split('.').every((part) => ATOM.test(part))) return null
  const [local, domain] = [lowerCase(name), toAsciiDomain(address.slice(atIndex + 1))]
  if (local === null || domain === null) return null
  const normalized = `${local}@${domain}`
  return hasValidEmailLength(normalized) ? normalized : null
}

/** Returns whether two addresses have the same normalized form. `toEmailLookupKey` alone also matches look-alikes. */
export function isSameEmail(one: string, other: string): boolean {
  const normalized = normalizeEmail(one)
  return normalized !== null && normalized === normalizeEmail(other)
}
