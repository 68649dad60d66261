import { randomBytes, randomInt } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford base32

let lastSecond = 0
let lastTail = 0n

/**
 * A new id: `prefix` and 16 Crockford base32 characters, 32 bits of seconds then 48 random bits. Sorts by age:
 * within a second of one process each id is larger than the one before.
 */
export function newId(prefix: string, millis: number): string {
  const second = Math.floor(millis / 1000)
  if (second === lastSecond) lastTail += BigInt(1 + randomInt(1 << 24))
  else {
    lastSecond = second
    // 47 bits: the steps of one second then never overflow into the seconds.
    lastTail = BigInt(randomInt(2 ** 47))
  }
  const value = ((BigInt(second) << 48n) | lastTail).toString(2).padStart(80, '0')
  let text = prefix
  for (let at = 0; at < 80; at += 5) text += alphabet[parseInt(value.slice(at, at + 5), 2)]
  return text
}

const ofIds = /^[0-9a-hjkmnp-tv-z]*$/

/** Whether ids can hold this text, which is in small letters as their searched form is. */
export const standsInIds = (text: string): boolean => ofIds.test(text)

/** A UUID version 7 (RFC 9562 section 5.7): 48 bits of milliseconds, then random. */
export function newUuid(millis: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(millis, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The fixed organization that owns what belongs to none: global designations, dynamically registered apps. */
export const systemOrganization = '00000000-0000-7000-8000-000000000000'

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text can be compared with a uuid column at all. */
export const isUuid = (text: string): boolean => uuidShape.test(text)
