/** Time-based one-time passwords (RFC 6238): SHA-1, 30 seconds, 6 digits, as every authenticator app supports. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Encodes bytes as base32 without padding (RFC 4648, section 6). */
function encodeBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

export const createTotpSecret = (): string => encodeBase32(randomBytes(SECRET_BYTES))

/** Builds the URI that authenticator apps read from a QR code. */
export const buildTotpUri = (secret: string, email: string, host: string): string =>
  `otpauth://totp/${encodeURIComponent(`${host}:${email}`)}?secret=${secret}&issuer=${encodeURIComponent(host)}`

/** Computes the code of a time step (RFC 4226, section 5.3). */
export function computeTotpCode(secret: string, step: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32(secret)).update(message).digest()
  const offset = digest[19]! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * Returns the time step of a code: the current one, or its neighbors, since clocks differ. Undefined if the code is
 * wrong, or of a step that was already accepted.
 */
export function findTotpStep(
  secret: string,
  code: string,
  millis: number,
  lastStep: number | null,
): number | undefined {
  const sent = Buffer.from(code.replaceAll(/\s/g, ''))
  const current = Math.floor(millis / STEP_MS)
  return [current, current - 1, current + 1].find((step) => {
    const expected = Buffer.from(computeTotpCode(secret, step))
    return sent.length === expected.length && timingSafeEqual(sent, expected) && step > (lastStep ?? -1)
  })
}
