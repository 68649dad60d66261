import type { Installation } from '@svc/sdk'
import { installationTexts as messages } from '../../../messages/installation.ts'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { locale } from '../../../components/util/intl.ts'
import { formatSize } from '../kit/format-size.ts'
import type { Fact } from './facts.tsx'

const MAX_LAG_SECONDS = 60

const format = (count: number): string => count.toLocaleString(locale)

const formatUnit = (count: number, unit: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

function formatDuration(seconds: number): string {
  if (seconds % 86_400 === 0 && seconds > 0) return formatUnit(seconds / 86_400, 'day')
  if (seconds % 3600 === 0 && seconds > 0) return formatUnit(seconds / 3600, 'hour')
  return seconds % 60 === 0 && seconds > 0 ? formatUnit(seconds / 60, 'minute') : formatUnit(seconds, 'second')
}

export const listServerFacts = ({ server }: Installation): Fact[] => [
  { label: messages.version, value: server.version },
  { label: messages.started, value: <RelativeTime at={server.started_at} /> },
  { label: messages.address, value: server.base_url },
]

const engines = { embedded: messages.embedded, postgres: messages.postgres }

export const listDatabaseFacts = ({ database }: Installation): Fact[] => [
  { label: messages.engine, value: engines[database.engine](database.version) },
  { label: messages.size, value: formatSize(database.size_bytes) },
]

export const listFileFacts = ({ storage }: Installation): Fact[] => [
  { label: messages.storage, value: storage.bucket === null ? messages.folder : messages.bucket(storage.bucket) },
  { label: messages.stored, value: format(storage.files) },
  { label: messages.size, value: formatSize(storage.size_bytes) },
]

export const listPeopleFacts = ({ people }: Installation): Fact[] => [
  { label: messages.organizations, value: format(people.organizations) },
  { label: messages.users, value: format(people.users) },
  { label: messages.accounts, value: format(people.accounts) },
]

function formatJoin(join: string): string {
  if (join === 'invite') return messages.joinInvite
  return join === 'open' ? messages.joinOpen : messages.joinDomain(join.replace('domain:', ''))
}

const ways = { on: messages.byAccounts, beside: messages.byBoth, off: messages.byProvider }

export const listSignInFacts = ({ sign_in }: Installation): (Fact | false)[] => [
  sign_in.is_development
    ? { label: messages.ways, value: messages.byDevelopment, status: 'warning' }
    : { label: messages.ways, value: ways[sign_in.accounts] },
  sign_in.issuer !== null && !sign_in.is_development && { label: messages.provider, value: sign_in.issuer },
  sign_in.join !== null && { label: messages.join, value: formatJoin(sign_in.join) },
]

export const listEmailFacts = ({ mail }: Installation): (Fact | false)[] => [
  mail.enabled
    ? { label: messages.sending, value: messages.enabled, status: 'ok' }
    : { label: messages.sending, value: messages.disabled, status: 'warning' },
  mail.from !== null && { label: messages.from, value: mail.from },
]

const getLagFact = (label: string, seconds: number): Fact => ({
  label,
  value: formatDuration(seconds),
  status: seconds > MAX_LAG_SECONDS ? 'warning' : 'ok',
})

export function listQueueFacts({ queues }: Installation): Fact[] {
  const { due, in_flight, retry, held } = queues.webhook_deliveries
  return [
    { label: messages.invitations, value: format(queues.invitation_emails) },
    {
      label: messages.deliveries,
      value: messages.deliveryCounts(format(due), format(in_flight), format(retry), format(held)),
    },
    getLagFact(messages.notificationsLag, queues.notifications_lag_seconds),
    getLagFact(messages.eventsLag, queues.events_lag_seconds),
  ]
}

/** A backup is late if two in a row are missing. */
const isLate = ({ interval_seconds, last_at }: { interval_seconds: number | null; last_at: string | null }): boolean =>
  interval_seconds !== null && last_at !== null && Date.now() - Date.parse(last_at) > 2000 * interval_seconds

export function listBackupFacts({ backup }: Installation): Fact[] {
  if (!backup) return [{ label: messages.schedule, value: messages.byPostgres }]
  if (backup.interval_seconds === null)
    return [{ label: messages.schedule, value: messages.noSchedule, status: 'warning' }]
  const every = { label: messages.schedule, value: messages.every(formatDuration(backup.interval_seconds)) }
  if (backup.last_at === null) return [every, { label: messages.last, value: messages.noBackup, status: 'warning' }]
  const value = <RelativeTime at={backup.last_at} />
  return [every, { label: messages.last, value, status: isLate(backup) ? 'warning' : 'ok' }]
}

export const listLimitFacts = ({ rate_limits }: Installation): Fact[] => [
  { label: messages.counted, value: rate_limits.store === 'redis' ? messages.byRedis : messages.byProcess },
]
