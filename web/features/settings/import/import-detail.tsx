import type { Import } from '@svc/sdk'
import { importsAgain, importsUndo } from '@svc/sdk/operations'
import { useState } from 'preact/hooks'
import { getStore } from '../../../store/current-store.ts'
import { createApiClient } from '../../../api/client.ts'
import { importPhaseNames, importTexts as messages } from '../../../messages/imports.ts'
import { isOrgAdmin } from '../../members/permissions.ts'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Moment } from '../kit/moment.tsx'
import { runAction } from '../kit/action-problem.tsx'
import { formatCount, formatCounts, formatKind, isFinalImport, nameSource } from './import-calls.ts'
import { compactMaps, ImportMaps, suggestUsers, type ChosenMaps } from './import-maps.tsx'
import { ImportReport, useReport } from './import-report.tsx'
import { PlaceholderList } from './placeholder-list.tsx'

interface ImportDetailProps {
  value: Import
  refetch: () => void
  onRepeat: (started: Import) => void
}

export function ImportDetail({ value, refetch, onRepeat }: ImportDetailProps) {
  const isFinal = isFinalImport(value)
  return (
    <>
      <section class="settings-section">
        <div class="settings-head">
          <h2 dir="auto">{value.file_name}</h2>
          {value.dry_run && <span class="settings-badge">{messages.checked}</span>}
        </div>
        <p class="settings-small">
          <span class="settings-part">{nameSource(value.source)}</span>
          <span class="settings-part">{messages.by(value.created_by)}</span>
          <span class="settings-part">
            <Moment label={messages.started} at={value.created_at} />
          </span>
        </p>
        <Phase {...value} />
      </section>
      {isFinal && <Result value={value} refetch={refetch} onRepeat={onRepeat} />}
    </>
  )
}

function Phase({ phase, progress: { step, done, total }, error, can_undo }: Import) {
  const isRunning = !['finished', 'failed', 'undone'].includes(phase)
  return (
    <div role="status" class="settings-fields">
      {phase === 'failed' ? (
        <p class="settings-problem">
          <Icon name="warning" />
          <span dir="auto">
            {messages.failed} {error} {can_undo && messages.failedUndo}
          </span>
        </p>
      ) : (
        <p class="settings-row">
          {!isRunning && <Icon name={phase === 'undone' ? 'undo' : 'check-circle'} />} {importPhaseNames[phase]}
        </p>
      )}
      {isRunning && (
        <progress class="import-bar" aria-label={importPhaseNames[phase]} {...(total && { max: total, value: done })} />
      )}
      {isRunning && step && (
        <p class="settings-small">
          {messages.phaseOf(
            formatKind(step),
            total ? `${formatCount(done)} / ${formatCount(total)}` : formatCount(done),
          )}
        </p>
      )}
    </div>
  )
}

function Result({ value, refetch, onRepeat }: ImportDetailProps) {
  const [chosen, setMaps] = useState<ChosenMaps>({ user_map: {}, status_map: {} })
  const [isUndoing, setUndoing] = useState(false)
  const report = useReport(value)
  const maps = { ...chosen, user_map: { ...suggestUsers(report.entries), ...chosen.user_map } }
  const sent = compactMaps(maps)
  const repeat = (dry_run: boolean) =>
    runAction(async () =>
      onRepeat(await importsAgain(createApiClient(getStore().org), value.import_id, { dry_run, ...sent })),
    )
  const isCheck = value.dry_run && value.phase === 'finished'
  const hasMaps = Object.keys(sent.user_map).length + Object.keys(sent.status_map).length > 0
  return (
    <>
      <Counts {...value} />
      {isCheck && <ImportMaps entries={report.entries} maps={maps} onChange={setMaps} />}
      <div class="settings-row">
        {isCheck && (
          <Button kind="main" onClick={() => void repeat(false)}>
            {messages.run}
          </Button>
        )}
        {isCheck && hasMaps && <Button onClick={() => void repeat(true)}>{messages.checkAgain}</Button>}
        {value.can_undo && (
          <Button icon="undo" onClick={() => setUndoing(true)}>
            {messages.undo}
          </Button>
        )}
      </div>
      {!value.dry_run && isOrgAdmin() && <PlaceholderList />}
      <ImportReport value={value} report={report} />
      {isUndoing && <UndoDialog value={value} refetch={refetch} onClose={() => setUndoing(false)} />}
    </>
  )
}

const UndoDialog = ({ value, refetch, onClose }: { value: Import; refetch: () => void; onClose: () => void }) => (
  <ConfirmDialog
    title={messages.undoTitle(value.file_name)}
    confirm={messages.undoConfirm}
    effects={messages.undoTexts}
    run={() => importsUndo(createApiClient(getStore().org), value.import_id).then(refetch)}
    onClose={onClose}
  />
)

function Counts({ counts, notes, dry_run }: Import) {
  const kinds = Object.entries(counts as Record<string, Record<string, number>>).filter(([, one]) => formatCounts(one))
  return (
    <section class="settings-section">
      <h2>{dry_run ? messages.wouldDo : messages.didDo}</h2>
      <table class="settings-table">
        <tbody>
          {kinds.map(([kind, one]) => (
            <tr key={kind}>
              <th scope="row">{formatKind(kind)}</th>
              <td>{formatCounts(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && (
        <>
          <h3>{messages.notes}</h3>
          <ul class="import-list">
            {notes.map((note) => (
              <li key={note} dir="auto">
                {note}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
