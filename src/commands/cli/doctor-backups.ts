import { listBackups, parseBackupTime } from '../../backups/layout.ts'
import type { Config } from '../../core/config/config.ts'
import { openObjectStore } from '../../storage/open-object-store.ts'
import { DoctorWarning } from './doctor-database.ts'

const HOUR_MS = 60 * 60_000

/** Reports the age of the last scheduled backup. */
export async function checkBackups({ backup, databaseUrl }: Config): Promise<string> {
  if (databaseUrl) return 'made with the programs of PostgreSQL'
  if (!backup) throw new DoctorWarning('not scheduled, since BACKUP_TO is not set: svc-server backup makes single ones')
  const store = await openObjectStore(backup.to)
  const last = (await listBackups(store)).complete.at(-1)
  if (last === undefined) throw new DoctorWarning(`${store.description} has no complete backup`)
  const age = Date.now() - parseBackupTime(last)
  const message = `${store.description} has ${last}, ${Math.round(age / HOUR_MS)} hours old`
  if (age <= 2 * backup.everyMs) return message
  throw new DoctorWarning(`${message}, though BACKUP_EVERY is ${backup.everyMs / HOUR_MS} hours: read the log`)
}
