import type { Import, ImportReportEntry } from '@svc/sdk'
import { importsReport } from '@svc/sdk/operations'
import { useEffect, useState } from 'preact/hooks'
import { getApiClient } from '../../../store/use-query.ts'
import { importTexts as messages, outcomeNames } from '../../../messages/imports.ts'
import { settingsKitTexts } from '../../../messages/settings-kit.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { CsvButton } from '../kit/csv-button.tsx'
import { formatCount, formatKind } from './import-calls.ts'

const PAGE_SIZE = 200

interface LoadedReport {
  entries: ImportReportEntry[] | undefined
  problem: unknown
  hasMore: boolean
  loadMore: () => void
}

/** Loads the report of an import page by page; the people and sections are on the first pages. */
export function useReport({ import_id }: Import): LoadedReport {
  const [entries, setEntries] = useState<ImportReportEntry[]>()
  const [cursor, setCursor] = useState<string | null>(null)
  const [problem, setProblem] = useState<unknown>()
  const load = async (from: string | null) => {
    try {
      setProblem(undefined)
      const query = { limit: PAGE_SIZE, ...(from !== null && { cursor: from }) }
      const page = await importsReport(getApiClient(), import_id, query)
      setEntries((known) => [...(from === null ? [] : (known ?? [])), ...page.data])
      setCursor(page.next_cursor)
    } catch (error) {
      setProblem(error)
    }
  }
  useEffect(() => void load(null), [import_id])
  return { entries, problem, hasMore: cursor !== null, loadMore: () => void load(cursor) }
}

interface ImportReportProps {
  value: Import
  report: LoadedReport
}

export function ImportReport({ value, report: { entries, problem, hasMore, loadMore } }: ImportReportProps) {
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.report}</h2>
        {value.reported > 0 && <ReportLink {...value} />}
      </div>
      {problem ? <ErrorMessage problem={problem} retry={loadMore} /> : !entries && <Skeleton rows={4} height={40} />}
      {entries?.length === 0 && <p class="settings-hint">{messages.reportNone}</p>}
      <ul class={entries && entries.length > 0 ? 'settings-list' : undefined}>
        {entries?.map((entry) => (
          <ReportRow key={entry.entry} {...entry} />
        ))}
      </ul>
      {hasMore && <Button onClick={loadMore}>{settingsKitTexts.more}</Button>}
    </section>
  )
}

const ReportLink = ({ import_id, reported }: Import) => (
  <CsvButton path={`/v1/imports/${import_id}/report`} name={`${import_id}.csv`}>
    {messages.reportCsv} ({formatCount(reported)})
  </CsvButton>
)

const ReportRow = ({ outcome, kind, line, external_id, field, value, reason }: ImportReportEntry) => (
  <li class="settings-item">
    <div class="settings-item-main">
      <div>
        <div class="settings-item-title">
          <bdi>{value ?? external_id ?? formatKind(kind)}</bdi>
          <span class="settings-badge">{outcomeNames[outcome]}</span>
        </div>
        <span class="settings-small">
          {[formatKind(kind), field?.replaceAll('_', ' '), line !== null && messages.line(line), reason].map(
            (part) =>
              part && (
                <bdi key={part} class="settings-part">
                  {part}
                </bdi>
              ),
          )}
        </span>
      </div>
    </div>
  </li>
)
