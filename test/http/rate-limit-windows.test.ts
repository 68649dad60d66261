import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { getIpKey } from '../../src/http/limits/rate-limits.ts'
import { createMemoryWindows } from '../../src/http/limits/memory-windows.ts'

function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

test('a window lasts a minute from the first request of its key', async () => {
  const windows = createMemoryWindows()
  const counts = [0, 59_999, 60_000, 60_001, 120_000].map((millis) => windows.count('a', millis))
  expect(counts).toEqual([
    { used: 1, endsAt: 60_000 },
    { used: 2, endsAt: 60_000 },
    { used: 1, endsAt: 120_000 },
    { used: 2, endsAt: 120_000 },
    { used: 1, endsAt: 180_000 },
  ])
})

test('a later request does not change the result of an earlier one', () => {
  const windows = createMemoryWindows()
  const first = windows.count('a', 0)
  windows.count('a', 0)
  expect(first).toMatchObject({ used: 1 })
})

test('drops the oldest keys under a flood of keys', () => {
  const windows = createMemoryWindows(1000)
  for (let i = 0; i < 5000; i++) windows.count(`k${i}`, i)
  expect(windows.count('k4600', 5000)).toMatchObject({ used: 2 })
  expect(windows.count('k3900', 5000)).toMatchObject({ used: 1 })
})

test('drops no window before its end without a flood', () => {
  const windows = createMemoryWindows()
  for (let millis = 0; millis < 300_000; millis += 1000) {
    windows.count(`k${millis}`, millis)
    if (millis < 59_000) continue
    expect(windows.count(`k${millis - 59_000}`, millis)).toMatchObject({ used: 2 })
  }
})

test('memory is bounded for any number of IPs', () => {
  const windows = createMemoryWindows()
  const before = measureHeap()
  for (let i = 0; i < 300_000; i++) windows.count(`10.${i}`, 0)
  expect((measureHeap() - before) / 1e6).toBeLessThan(20)
  expect(windows.count('10.299999', 0)).toMatchObject({ used: 2 })
})

test.each([
  ['192.0.2.7', 'c0000207'],
  ['::ffff:192.0.2.7', 'c0000207'],
  ['2001:db8:1:2:3:4:5:6', '20010db800010002'],
  ['2001:db8:1:2::1', '20010db800010002'],
  ['2001:db8:1:3::1', '20010db800010003'],
  ['fe80::1%eth0', 'fe80000000000000'],
  ['unknown', 'unknown'],
])('%s counts as %s', (ip, key) => {
  expect(getIpKey(ip)).toBe(key)
})
