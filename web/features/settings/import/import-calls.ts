import type { Import, ImportSource } from '@svc/sdk'
import { importsCreate } from '@svc/sdk/operations'
import { createApiClient } from '../../../api/client.ts'
import { createIdempotencyKey } from '../../../store/mutations.ts'
import { getStore } from '../../../store/current-store.ts'
import { countNames, sourceHints, sourceNames, type FileSource } from '../../../messages/imports.ts'
import { locale, formatList } from '../../../components/util/intl.ts'
import { dataKindNames } from '../../../messages/resources.ts'

export const isFinalImport = ({ phase }: Import): boolean =>
  phase === 'finished' || phase === 'failed' || phase === 'undone'

/** Returns the sources in the order of their names, with those that need no admin first. */
export const listSources = (isAdmin: boolean): FileSource[] =>
  (Object.keys(sourceHints) as FileSource[])
    .filter((source) => isAdmin || source === 'csv' || source === 'neutral')
    .toSorted((a, b) => Number(b === 'csv') - Number(a === 'csv') || nameSource(a).localeCompare(nameSource(b)))

/** Returns the name of a service, which is that of the source unless it has more capitals. */
export const nameSource = (source: ImportSource): string =>
  sourceNames[source] ??
  { ticktick: 'TickTick', ical: 'iCalendar', github: 'GitHub', gitlab: 'GitLab', wekan: 'WeKan' }[source as string] ??
  source[0]!.toUpperCase() + source.slice(1)

interface ImportChoices {
  source: FileSource
  project_id: string | null
  timezone: string
  column_map?: Record<string, string>
}

/** Uploads a file, and starts the check of it. */
export const startCheck = (
  file: File,
  choices: ImportChoices,
  onProgress: (sent: number, total: number) => void,
): Promise<Import> => {
  const { org } = getStore()
  const body = { import: { org_id: org, dry_run: true, ...choices }, file }
  return Promise.resolve(
    importsCreate(createApiClient(org), body, { idempotencyKey: createIdempotencyKey(), retries: 2, onProgress }),
  )
}

const numbers = new Intl.NumberFormat(locale)
export const formatCount = (count: number): string => numbers.format(count)

/** Returns the numbers of one kind as a sentence, such as "412 new, 3 unchanged". */
export const formatCounts = (counts: Record<string, number>): string =>
  formatList(
    Object.keys({ ...countNames, ...counts })
      .filter((what) => (counts[what] ?? 0) > 0)
      .map((what) => `${formatCount(counts[what]!)} ${countNames[what] ?? what}`),
  )

export const formatKind = (kind: string): string => {
  const text = dataKindNames[kind] ?? kind
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
