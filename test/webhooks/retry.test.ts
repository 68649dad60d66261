import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/core/config/config.ts'
import { computeNextAttempt, parseRetryAfter } from '../../src/resources/platform/webhooks/sender/retry.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const sixHours = 21_600

describe('the Retry-After header', () => {
  test.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['007', 7],
    ['21600', sixHours],
    ['21601', sixHours],
    ['99999999999999999999999999', sixHours],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Friday, 20-Nov-26 12:00:30 GMT', 30],
    ['Fri Nov 20 12:00:30 2026', 30],
    ['Sun Nov  1 12:00:30 2026', 0],
    ['Fri, 20 Nov 2026 11:59:59 GMT', 0],
    ['Fri, 20 Nov 2026 23:00:00 GMT', sixHours],
    ['Fri, 31 Dec 9999 23:59:59 GMT', sixHours],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
    // A two-digit year is at most 50 years ahead, else in the past (RFC 9110).
    ['Friday, 20-Nov-76 12:00:00 GMT', sixHours],
    ['Saturday, 20-Nov-76 12:00:01 GMT', 0],
    ['Thu, 31 Dec 2026 23:59:60 GMT', sixHours],
  ])('%j means %d s', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds)
  })

  test('is exact to the second, also within a second', () => {
    expect(parseRetryAfter('Fri, 20 Nov 2026 12:00:30 GMT', now + 1)).toBe(30)
    expect(parseRetryAfter('Fri, 20 Nov 2026 12:00:30 GMT', now + 999)).toBe(30)
  })
})

test.each([
  undefined,
  '',
  ' ',
  '-5',
  '+5',
  '1.5',
  '1e3',
  '0x10',
  '٥',
  'soon',
  '120 seconds',
  '120, 240',
  '2026-11-20T12:00:30Z',
  'Fri, 20 Nov 2026 12:00:30',
  'Fri, 20 Nov 2026 12:00:30 UTC',
  'Fri, 20 Nov 2026 12:00:30 +0100',
  'Fri, 20 nov 2026 12:00:30 GMT',
  'Fri, 20 Foo 2026 12:00:30 GMT',
  'Fri, 31 Nov 2026 12:00:30 GMT',
  'Fri, 00 Nov 2026 12:00:30 GMT',
  'Fri, 20 Nov 2026 24:00:00 GMT',
  'Fri, 20 Nov 2026 12:60:00 GMT',
  'Fri, 20 Nov 2026 12:00:61 GMT',
  '20 Nov 2026 12:00:30 GMT',
  `${'9'.repeat(5000)}x`,
])('a Retry-After of %j is ignored', (header) => {
  expect(parseRetryAfter(header, now)).toBeNull()
})

test('a Retry-After of any text gives zero to six hours, or is ignored, without an error', () => {
  const dates = fc
    .date({ min: new Date('1800-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toUTCString())
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.nat().map(String), dates), (header) => {
      const seconds = parseRetryAfter(header, now) ?? 0
      expect(seconds).toBeGreaterThanOrEqual(0)
      expect(seconds).toBeLessThanOrEqual(sixHours)
    }),
  )
})

describe('the next attempt', () => {
  const delays = loadConfig({}).webhookRetryDelays
  const computeNext = (attempt: number, retryAfter: number | null = null) =>
    computeNextAttempt(delays, { attempt, maxAttempts: 8, at: now, retryAfter })

  test('comes after 30 s, 2 m, 10 m, 30 m, 2 h, 6 h and 12 h, and the eighth is the last', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7].map((attempt) => (computeNext(attempt)! - now) / 1000)
    expect(seconds).toEqual([30, 120, 600, 1800, 7200, 21_600, 43_200])
    expect(computeNext(8)).toBeNull()
    // 20 h 43 m from the first to the last, minus a few seconds for the attempts themselves.
    expect(Math.ceil(seconds.reduce((a, b) => a + b) / 60)).toBe(20 * 60 + 43)
  })

  test('is delayed by Retry-After, but never earlier and never beyond the last', () => {
    expect(computeNext(1, 3600)).toBe(now + 3_600_000)
    expect(computeNext(1, 5)).toBe(now + 30_000)
    expect(computeNext(7, sixHours)).toBe(now + 43_200_000)
    expect(computeNext(8, 60)).toBeNull()
  })

  test('follows configured delays, and is never with an empty schedule', () => {
    const failed = { maxAttempts: 2, at: now, retryAfter: null }
    expect(computeNextAttempt([0.5], { ...failed, attempt: 1 })).toBe(now + 500)
    expect(computeNextAttempt([0.5], { ...failed, attempt: 2 })).toBeNull()
    expect(computeNextAttempt([], { attempt: 1, maxAttempts: 1, at: now, retryAfter: 9 })).toBeNull()
  })

  test('keeps the number of attempts of a queued delivery when the schedule is changed', () => {
    const failed = { maxAttempts: 3, at: now, retryAfter: null }
    expect(computeNextAttempt([30], { ...failed, attempt: 2 })).toBe(now + 30_000)
    expect(computeNextAttempt(delays, { ...failed, attempt: 2 })).toBe(now + 120_000)
    expect(computeNextAttempt(delays, { ...failed, attempt: 3 })).toBeNull()
  })
})
