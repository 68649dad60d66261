import { expect, test, vi } from 'vitest'
import { startJobs } from '../../src/jobs.ts'
import type { Services } from '../../src/kernel/services.ts'

test('every role writes down the activity it has seen, and the api role does nothing else', async () => {
  vi.useFakeTimers()
  const flush = vi.fn(() => Promise.resolve())
  const log = vi.fn()
  // What any other job would touch is not there.
  const jobs = startJobs({ config: { role: 'api' }, activity: { flush }, log } as unknown as Services)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  await jobs.stop()
  vi.useRealTimers()
  expect(flush).toHaveBeenCalledTimes(60)
  expect(log).not.toHaveBeenCalled()
})
