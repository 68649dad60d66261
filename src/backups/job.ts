import type { Dependencies } from '../core/dependencies.ts'
import { openObjectStore } from '../storage/open-object-store.ts'
import { createBackup } from './create.ts'
import { listBackups, parseBackupTime } from './layout.ts'
import { deleteOldBackups } from './retention.ts'

interface Schedule {
  /** Milliseconds since the epoch of the last complete backup; undefined before the first. */
  lastAt: number | undefined
  retryAt: number
  readonly startedAt: number
}

const RETRY_AFTER_MS = 15 * 60_000
const schedules = new WeakMap<Dependencies['config'], Schedule>()

/** Makes a backup at `BACKUP_TO` if the last one there is older than `BACKUP_EVERY`, then deletes outdated ones. */
export async function runDueBackup(services: Dependencies): Promise<void> {
  const { backup } = services.config
  if (!backup) return
  const store = await openObjectStore(backup.to)
  const schedule = await loadSchedule(services, store)
  const now = services.clock()
  if (now < schedule.retryAt || (schedule.lastAt !== undefined && now - schedule.lastAt < backup.everyMs)) return
  schedule.retryAt = now + RETRY_AFTER_MS
  const { id, manifest, heldMs } = await createBackup(services, store)
  schedule.lastAt = parseBackupTime(id)
  schedule.retryAt = 0
  const deleted = await deleteOldBackups(store, backup.keep)
  services.log('info', 'backup', { id, bytes: manifest.database.bytes, held_ms: Math.round(heldMs), deleted })
}

async function loadSchedule(
  { config, clock }: Dependencies,
  store: Parameters<typeof listBackups>[0],
): Promise<Schedule> {
  const known = schedules.get(config)
  if (known) return known
  const newest = (await listBackups(store)).complete.at(-1)
  const lastAt = newest === undefined ? undefined : parseBackupTime(newest)
  const schedule = { lastAt, retryAt: 0, startedAt: clock() }
  schedules.set(config, schedule)
  return schedule
}

/** Returns the time of the last scheduled backup; undefined before the first one, or until the job has looked for it. */
export const findLastBackupTime = ({ config }: Pick<Dependencies, 'config'>): number | undefined =>
  schedules.get(config)?.lastAt

/** Returns the seconds since the last scheduled backup, or since the start without one. NaN if none are scheduled. */
export function measureBackupAge({ config, clock }: Dependencies): number {
  const schedule = schedules.get(config)
  return config.backup && schedule ? (clock() - (schedule.lastAt ?? schedule.startedAt)) / 1000 : NaN
}
