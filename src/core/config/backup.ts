import type { StorageSettings } from '../../storage/config.ts'
import { ConfigError, createEnvReader, type EnvReader } from './reader.ts'
import { parseBackupTarget } from './storage.ts'

export interface BackupConfig {
  to: StorageSettings
  everyMs: number
  keep: { daily: number; weekly: number; monthly: number }
}

const UNIT_MS = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 }
const EVERY = /^([1-9]\d{0,3})([mhd])$/
const KEEP = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/

export function readBackup(read: EnvReader, databaseUrl: string | undefined): BackupConfig | undefined {
  const every = read.matching('BACKUP_EVERY', EVERY, 'a number of minutes, hours or days, such as 30m, 24h or 7d')
  const keep = read.matching('BACKUP_KEEP', KEEP, 'three numbers of days, weeks and months, such as 7,4,12')
  const to = read.text('BACKUP_TO')
  if (to === undefined) {
    if (every ?? keep) throw new ConfigError('BACKUP_TO', 'must be set when BACKUP_EVERY or BACKUP_KEEP is')
    return undefined
  }
  if (databaseUrl)
    throw new ConfigError('BACKUP_TO', 'is for the embedded database: back up PostgreSQL with its own programs')
  const [daily, weekly, monthly] = (keep ?? '7,4,12').split(',').map(Number) as [number, number, number]
  return {
    to: parseBackupTarget(read, to, 'BACKUP_TO'),
    everyMs: toMillis(every ?? '24h'),
    keep: { daily, weekly, monthly },
  }
}

function toMillis(text: string): number {
  const [, number, unit] = EVERY.exec(text)!
  return Number(number) * UNIT_MS[unit as keyof typeof UNIT_MS]
}

/** Parses a place for backups given on the command line. */
export const readBackupTarget = (env: NodeJS.ProcessEnv, text: string): StorageSettings =>
  parseBackupTarget(createEnvReader(env), text, 'The place of the backups')
