import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const shape = /^svc_(live|test)_[0-9A-Za-z]{38}$/

/**
 * A new access token: `svc_live_` or `svc_test_`, 32 random base62 characters, and 6 of a CRC-32 over all before them,
 * the shape that secret scanners recognise.
 */
export function newToken(kind: 'live' | 'test'): string {
  let text = `svc_${kind}_`
  for (let i = 0; i < 32; i++) text += base62[randomInt(62)]
  return text + checksum(text)
}

/** Whether a text can be a token at all, so that a mistyped one costs no look-up. */
export const isToken = (text: string): boolean =>
  shape.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)

/** What is stored of a token: its SHA-256. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** What is shown of a token: the kind and the first 4 random characters. */
export const tokenPrefix = (token: string): string => token.slice(0, 'svc_live_'.length + 4)

function checksum(text: string): string {
  let value = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = base62[value % 62] + digits
    value = Math.floor(value / 62)
  }
  return digits
}
