import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Waits until a request waits for a row, where the database has more than one connection. */
export const waitForLock = (app: TestApp): Promise<void> => waitForLocks(app, 1)

/** Waits until several requests wait for locks, where the database has more than one connection. */
export async function waitForLocks(app: TestApp, count: number): Promise<void> {
  if (app.services.database.engine !== 'postgres') return
  const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await app.sql(waits)).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
}
