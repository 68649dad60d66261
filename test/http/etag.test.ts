import { expect, test } from 'vitest'
import { isNotModified, requireMatch } from '../../src/http/etag.ts'

test.each(['-br', '-gzip', '--gzip', '-zstd'])('compares a hash that ends in %s as a whole', (end) => {
  const hashed = `AAAAAAAAAAAAAAAAAAAAAA${end}`.slice(-22)
  const etag = `"7-${hashed}"`
  expect(isNotModified(etag, etag)).toBe(true)
  expect(isNotModified(`"7-${hashed.slice(0, -end.length)}"`, etag)).toBe(false)
  expect(() => requireMatch(etag, { version: 7 })).not.toThrow()
  expect(() => requireMatch(`${etag.slice(0, -1)}-gzip"`, { version: 7 })).not.toThrow()
  expect(() => requireMatch(`"7-${hashed.slice(0, -end.length)}"`, { version: 7 })).toThrow('did not match')
})

test.each(['', '-br', '-gzip', '--gzip', '-zstd'])(
  'matches a hash that ends in a hyphen with the suffix "%s"',
  (suffix) => {
    const unquoted = `"7-${'A'.repeat(21)}-`
    const tag = `${unquoted}${suffix}"`
    expect(isNotModified(tag, `${unquoted}"`)).toBe(true)
    expect(isNotModified(`W/${tag}`, `${unquoted}"`)).toBe(true)
    expect(() => requireMatch(tag, { version: 7 })).not.toThrow()
  },
)
