import type { Import, ImportSource, ProjectSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { importTexts as messages, sourceHints, sourceNames } from '../../../messages/imports.ts'
import { Button } from '../../../components/button.tsx'
import { browserTimeZone } from '../../../components/util/intl.ts'
import { isOrgAdmin } from '../../members/permissions.ts'
import { ActionProblem } from '../kit/action-problem.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { ColumnMap, type TablePreview } from './column-map.tsx'
import { FileDrop } from './file-drop.tsx'
import { listSources, startCheck } from './import-calls.ts'
import { readTablePreview } from './table-preview.ts'

interface NewImportProps {
  /** Projects into which the user may import. */
  projects: readonly ProjectSummary[]
  onStart: (started: Import) => void
}

export function NewImport({ projects, onStart }: NewImportProps) {
  const isAdmin = isOrgAdmin()
  const [source, setSource] = useState<ImportSource>('csv')
  const [target, setTarget] = useState(isAdmin ? '' : (projects[0]?.project_id ?? ''))
  const [timeZone, setTimeZone] = useState(browserTimeZone)
  const { file, table, problem: unreadable, choose, setColumns } = useFile(source)
  const { progress, problem, send } = useUpload(onStart)
  const columns = source === 'csv' ? table?.columns : undefined
  const isReady = file !== undefined && progress === undefined && (!table || source !== 'csv' || hasTitle(table))
  const submit = (event: Event) => {
    event.preventDefault()
    if (!file || !isReady) return
    const choices = { source, project_id: target || null, timezone: timeZone.trim() || 'UTC' }
    void send(file, { ...choices, ...(columns && { column_map: columns }) })
  }
  return (
    <section class="settings-section">
      <p class="settings-hint">{messages.intro}</p>
      <form class="settings-fields" aria-label={messages.title} onSubmit={submit} noValidate>
        <div class="import-choices">
          <SelectField
            label={messages.source}
            hint={sourceHints[source]}
            value={source}
            options={listSources(isAdmin).map((one) => [one, sourceNames[one]] as const)}
            onChange={(value) => setSource(value as ImportSource)}
          />
          <SelectField
            label={messages.target}
            value={target}
            options={[
              ...(isAdmin ? [['', messages.newProjects] as const] : []),
              ...projects.map(({ project_id, name }) => [project_id, name] as const),
            ]}
            onChange={setTarget}
          />
          <TextField
            label={messages.timeZone}
            hint={messages.timeZoneHint}
            value={timeZone}
            onChange={setTimeZone}
            maxLength={64}
          />
        </div>
        {!isAdmin && <p class="settings-hint">{messages.ownersHint}</p>}
        <FileDrop file={file} onChoose={choose} />
        {source === 'csv' && table && <ColumnMap table={table} onChange={setColumns} />}
        <ActionProblem problem={problem ?? unreadable} />
        {progress !== undefined && (
          <progress class="import-bar" max={1} value={progress} aria-label={messages.upload} />
        )}
        <div class="settings-row">
          <Button kind="main" type="submit" disabled={!isReady}>
            {messages.check}
          </Button>
          <span class="settings-hint">{messages.checkHint}</span>
        </div>
      </form>
    </section>
  )
}

const hasTitle = ({ meanings }: TablePreview) => meanings.includes('title')

/** The chosen file, with its first rows if it is a table. */
function useFile(source: ImportSource) {
  const [file, setFile] = useState<File>()
  const [table, setTable] = useState<TablePreview>()
  const [problem, setProblem] = useState<unknown>()
  const load = async (chosen: File, columns: Record<string, string>) => {
    try {
      setTable(await readTablePreview(chosen, columns))
      setProblem(undefined)
    } catch (error) {
      setTable(undefined)
      setProblem(error)
    }
  }
  return {
    file,
    table: source === 'csv' ? table : undefined,
    problem: source === 'csv' ? problem : undefined,
    choose(chosen: File) {
      setFile(chosen)
      void load(chosen, {})
    },
    setColumns: (columns: Record<string, string>) => void (file && load(file, columns)),
  }
}

function useUpload(onStart: (started: Import) => void) {
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<unknown>()
  const send = async (file: File, choices: Parameters<typeof startCheck>[1]) => {
    setProgress(0)
    setProblem(undefined)
    try {
      onStart(await startCheck(file, choices, (sent, total) => setProgress(sent / Math.max(total, 1))))
    } catch (error) {
      setProblem(error)
      setProgress(undefined)
    }
  }
  return { progress, problem, send }
}
