import type { ObjectStore } from '../storage/object-store.ts'
import { buildFileName, deleteBackup, listBackups, parseBackupTime, readFileList } from './layout.ts'

/** Numbers of days, weeks and months of each of which the last backup is retained. */
interface BackupRetention {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

const DAY_MS = 24 * 60 * 60_000
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS

/** Returns the ids to retain: the last backup of each of the last days, weeks and months that have one. */
export function selectRetained(ids: readonly string[], { daily, weekly, monthly }: BackupRetention): Set<string> {
  const newestFirst = [...ids].sort().reverse()
  const rules: [number, (millis: number) => string | number][] = [
    [daily, (millis) => Math.floor(millis / DAY_MS)],
    [weekly, (millis) => Math.floor((millis - FIRST_MONDAY_MS) / (7 * DAY_MS))],
    [monthly, (millis) => new Date(millis).toISOString().slice(0, 7)],
  ]
  const retained = new Set(newestFirst.slice(0, 1))
  for (const [count, toPeriod] of rules) {
    const newestByPeriod = new Map<string | number, string>()
    for (const id of newestFirst) {
      const period = toPeriod(parseBackupTime(id))
      if (!newestByPeriod.has(period)) newestByPeriod.set(period, id)
    }
    for (const id of [...newestByPeriod.values()].slice(0, count)) retained.add(id)
  }
  return retained
}

/** Deletes outdated and incomplete backups, then the files that only they had. Returns the number of deleted backups. */
export async function deleteOldBackups(store: ObjectStore, keep: BackupRetention): Promise<number> {
  const { complete, incomplete } = await listBackups(store)
  const retained = selectRetained(complete, keep)
  const outdated = [...complete.filter((id) => !retained.has(id)), ...incomplete]
  for (const id of outdated) await deleteBackup(store, id)
  if (outdated.length > 0) await deleteUnusedFiles(store, retained)
  return outdated.length
}

async function deleteUnusedFiles(store: ObjectStore, retained: ReadonlySet<string>): Promise<void> {
  const used = new Set<string>()
  for (const id of retained) for await (const { name } of readFileList(store, id)) used.add(buildFileName(name))
  for await (const name of store.list('files/')) if (!used.has(name)) await store.remove(name)
}
