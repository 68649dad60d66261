import { SvcProblem, type Export, type Svc } from '@svc/sdk'
import { exportsRead } from '@svc/sdk/operations'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { exportTexts as messages } from '../../../messages/exports.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { readSetting, writeSetting } from '../../../components/util/browser-settings.ts'
import { locale } from '../../../components/util/intl.ts'
import { runAction } from '../kit/action-problem.tsx'
import { Moment } from '../kit/moment.tsx'
import { usePolling } from '../kit/use-polling.ts'
import { dataKindNames } from '../../../messages/resources.ts'

interface ExportJobProps {
  /** Name under which the browser remembers the last export. */
  name: string
  label: string
  disabled?: boolean
  start: (svc: Svc) => PromiseLike<Export>
}

/** Starts an export, and shows the last one that was started in this browser. */
export function ExportJob({ name, label, disabled, start }: ExportJobProps) {
  const setting = `export.${getStore().org}.${getStore().me.value.principal.id}.${name}`
  const [id, setId] = useState(() => readSetting(setting))
  const [isBusy, setBusy] = useState(false)
  const save = (value: string | null) => {
    writeSetting(setting, value)
    setId(value)
  }
  const run = async () => {
    setBusy(true)
    await runAction(async () => save((await start(createApiClient(getStore().org))).export_id))
    setBusy(false)
  }
  return (
    <div class="settings-fields">
      {id !== null && <ExportState key={id} id={id} />}
      <div class="settings-row">
        <Button
          kind={id === null ? 'main' : 'plain'}
          icon="download"
          disabled={disabled || isBusy}
          onClick={() => void run()}
        >
          {id === null ? label : messages.again}
        </Button>
      </div>
    </div>
  )
}

const isFinal = ({ phase }: Export): boolean => phase === 'finished' || phase === 'failed'

function ExportState({ id }: { id: string }) {
  const { value, problem, refetch } = usePolling(`export-state ${id}`, (svc) => exportsRead(svc, id), isFinal)
  if (problem instanceof SvcProblem && problem.status === 404) return <p class="settings-hint">{messages.gone}</p>
  if (!value) return problem ? <ErrorMessage problem={problem} retry={refetch} /> : <Skeleton rows={1} height={36} />
  return (
    <div class="settings-fields" role="status">
      {value.phase === 'finished' ? <Finished {...value} /> : <Progress {...value} />}
    </div>
  )
}

function Progress({ phase, counts, error }: Export) {
  if (phase === 'failed')
    return (
      <p class="settings-problem">
        <Icon name="warning" />
        <span dir="auto">
          {messages.failed} {error}
        </span>
      </p>
    )
  const written = formatCounts(counts as Record<string, number>)
  return (
    <>
      <p>{phase === 'waiting' ? messages.waiting : messages.writing}</p>
      <progress class="import-bar" aria-label={messages.writing} />
      {written && <p class="settings-small">{messages.counts(written)}</p>}
      <p class="settings-hint">{messages.leave}</p>
    </>
  )
}

const numbers = new Intl.NumberFormat(locale)

const formatCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${dataKindNames[kind] ?? kind} ${numbers.format(count)}`)
    .join(' · ')

const Finished = ({ export_id, size, counts, expires_at }: Export) => (
  <>
    <p class="settings-row">
      <Icon name="check-circle" /> {messages.ready}
    </p>
    <p class="settings-small">{formatCounts(counts as Record<string, number>)}</p>
    <div class="settings-row">
      <a class="button button-main" href={`/v1/exports/${export_id}/file`} download={`${export_id}.zip`}>
        <Icon name="download" />
        {messages.download(formatSize(size ?? 0))}
      </a>
      {expires_at && (
        <span class="settings-small">
          <Moment label={messages.expires} at={expires_at} />
        </span>
      )}
    </div>
  </>
)

const sizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizeUnits.length - 1)
  const options = { style: 'unit', unit: sizeUnits[power]!, maximumFractionDigits: power === 0 ? 0 : 1 } as const
  return new Intl.NumberFormat(locale, options).format(bytes / 1000 ** power)
}
