import { randomBytes, randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // Crockford base32

let lastSecond = 0
let lastTail = 0n

/** Creates an ID: `prefix`, then 32 bits of seconds and 48 random ones in Crockford base32. IDs increase. */
export function newId(prefix: string, millis: number): string {
  const second = Math.floor(millis / 1000)
  if (second === lastSecond) lastTail += BigInt(1 + randomInt(1 << 24))
  else {
    lastSecond = second
    // Starts with 47 bits, so that the increments of one second never overflow into the seconds.
    lastTail = BigInt(randomInt(2 ** 47))
  }
  const value = ((BigInt(second) << 48n) | lastTail).toString(2).padStart(80, '0')
  let text = prefix
  for (let offset = 0; offset < 80; offset += 5) text += ALPHABET[parseInt(value.slice(offset, offset + 5), 2)]
  return text
}

const ID_CHARACTERS = /^[0-9a-hjkmnp-tv-z]*$/

export const canOccurInId = (text: string): boolean => ID_CHARACTERS.test(text)

/** Creates a UUID version 7 (RFC 9562 section 5.7): 48 bits of milliseconds, then random bits. */
export function newUuid(millis: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(millis, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** ID of the organization that owns global designations and dynamically registered apps. */
export const SYSTEM_ORG_ID = '00000000-0000-7000-8000-000000000000'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)
