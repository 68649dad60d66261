import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeQrCode, renderQrCode } from '../../src/core/qr-code.ts'

const text =
  'otpauth://totp/tasks.example.com:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=tasks.example.com'

/** Fingerprints of codes that an independent reader (jsQR 1.4.0) decoded. */
const read: [length: number, size: number, fingerprint: string][] = [
  [10, 21, 'fea9cf50978bec5b'],
  [50, 29, 'ecd72f21e35bd228'],
  [100, 37, '61bf567c8a35b3b2'],
  [113, 41, 'a2fdb4debae9d941'],
  [150, 45, '4489f42c2988233f'],
  [200, 53, '5fdb043cf9855743'],
  [260, 57, 'cc1373328b52331b'],
  [400, 69, '381be92f02b713c9'],
  [500, 77, 'f4ca0e96460aa1b1'],
]

test.each(read)('%i bytes are a code of %i modules that another reader decoded', (length, size, fingerprint) => {
  const rows = encodeQrCode(text.repeat(5).slice(0, length))!
  const modules = rows.map((row) => row.map(Number).join('')).join('\n')
  expect([rows.length, createHash('sha256').update(modules).digest('hex').slice(0, 16)]).toEqual([size, fingerprint])
})

test('a text that is too long has no code', () => {
  expect([encodeQrCode('x'.repeat(600)), renderQrCode('x'.repeat(600))]).toEqual([null, null])
})
