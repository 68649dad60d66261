import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable, type Database } from '../../src/db/database.ts'
import { toSqlValues, type Sql } from '../../src/db/sql.ts'
import { startJobs } from '../../src/jobs.ts'
import { createActivityRecorder } from '../../src/auth/activity.ts'
import type { Dependencies } from '../../src/core/dependencies.ts'

test('every role saves activity and sweeps its spool, and the role api runs no other jobs', async () => {
  vi.useFakeTimers()
  const flush = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const log = vi.fn<Dependencies['log']>()
  const sweepSpool = vi.fn<Dependencies['storage']['sweepSpool']>(() => Promise.resolve(0))
  const own = { identity: { flushActivity: flush }, storage: { sweepSpool }, clock: Date.now }
  // Omits the dependencies of all other jobs.
  const jobs = startJobs({ config: { role: 'api' }, ...own, log } as unknown as Dependencies)
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  await jobs.stop()
  vi.useRealTimers()
  expect(flush).toHaveBeenCalledTimes(60)
  expect(sweepSpool).toHaveBeenCalledTimes(3)
  expect(log).not.toHaveBeenCalled()
})

test('saves activity at the next run after a failure, counted once', async () => {
  const sent: { uses?: number }[][] = []
  let away = true
  const database = {
    transaction: async (work: (trx: unknown) => Promise<unknown>) => {
      if (away) throw new DatabaseUnavailable('away')
      return work({
        query: async (statement: Sql) => {
          sent.push(JSON.parse(String(toSqlValues(statement)[0])) as { uses?: number }[])
          return []
        },
      })
    },
  }
  const activity = createActivityRecorder(database as unknown as Database)
  const used = { org_id: 'o', token_id: 't', user_id: 'u', client_id: null }
  activity.recordTokenUse(used, 1000)
  await expect(activity.flush()).rejects.toThrow('away')
  activity.recordTokenUse(used, 3000)
  away = false
  await activity.flush()
  await activity.flush()
  const at = '1970-01-01T00:00:03.000Z'
  expect(sent).toEqual([[{ org_id: 'o', token_id: 't', at, uses: 2 }], [{ user_id: 'u', org_id: 'o', at }]])
})
