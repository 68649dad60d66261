import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const tokenPattern = /^svc_(live|test)_[0-9A-Za-z]{38}$/

/** Generates `svc_live_` or `svc_test_`, 32 base62 characters and a CRC-32, which secret scanners recognize. */
export function generateAccessToken(kind: 'live' | 'test'): string {
  let text = `svc_${kind}_`
  for (let i = 0; i < 32; i++) text += base62[randomInt(62)]
  return text + checksum(text)
}

export const isAccessToken = (text: string): boolean =>
  tokenPattern.test(text) && checksum(text.slice(0, -6)) === text.slice(-6)

export const hashAccessToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const getTokenPrefix = (token: string): string => token.slice(0, 'svc_live_'.length + 4)

function checksum(text: string): string {
  let value = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = base62[value % 62] + digits
    value = Math.floor(value / 62)
  }
  return digits
}
