import type { Import, ProjectSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { importTexts as messages, sourceHints, type FileSource } from '../../../messages/imports.ts'
import { Button } from '../../../components/button.tsx'
import { browserTimeZone } from '../../../components/util/intl.ts'
import { isOrgAdmin } from '../../members/permissions.ts'
import { ActionProblem } from '../kit/action-problem.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { ColumnMap, type TablePreview } from './column-map.tsx'
import { FileDrop } from './file-drop.tsx'
import { listSources, nameSource, startCheck } from './import-calls.ts'
import { readTablePreview } from './table-preview.ts'

interface NewImportProps {
  /** Projects into which the user may import. */
  projects: readonly ProjectSummary[]
  onStart: (started: Import) => void
}

interface Choices {
  source: FileSource
  target: string
  timeZone: string
}

export function NewImport({ projects, onStart }: NewImportProps) {
  const first = isOrgAdmin() ? '' : (projects[0]?.project_id ?? '')
  const [choices, setChoices] = useState<Choices>({ source: 'csv', target: first, timeZone: browserTimeZone })
  const { source, target, timeZone } = choices
  const { file, table, problem: unreadable, choose, setColumns } = useFile(source)
  const { progress, problem, send } = useUpload(onStart)
  const isReady = file !== undefined && progress === undefined && (!table || hasTitle(table))
  const submit = (event: Event) => {
    event.preventDefault()
    if (!file || !isReady) return
    const sent = { source, project_id: target || null, timezone: timeZone.trim() || 'UTC' }
    void send(file, { ...sent, ...(table && { column_map: table.columns }) })
  }
  return (
    <section class="settings-section">
      <p class="settings-hint">{messages.intro}</p>
      <form class="settings-fields" aria-label={messages.title} onSubmit={submit} noValidate>
        <ChoiceFields projects={projects} choices={choices} onChange={setChoices} />
        <FileDrop file={file} onChoose={choose} />
        {table && <ColumnMap table={table} onChange={setColumns} />}
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

interface ChoiceFieldsProps {
  projects: readonly ProjectSummary[]
  choices: Choices
  onChange: (choices: Choices) => void
}

function ChoiceFields({ projects, choices, onChange }: ChoiceFieldsProps) {
  const isAdmin = isOrgAdmin()
  const { source, target, timeZone } = choices
  const targets = projects.map(({ project_id, name }) => [project_id, name] as const)
  return (
    <>
      <div class="import-choices">
        <SelectField
          label={messages.source}
          hint={sourceHints[source]}
          value={source}
          options={listSources(isAdmin).map((one) => [one, nameSource(one)] as const)}
          onChange={(value) => onChange({ ...choices, source: value as FileSource })}
        />
        <SelectField
          label={messages.target}
          value={target}
          options={isAdmin ? [['', messages.newProjects] as const, ...targets] : targets}
          onChange={(value) => onChange({ ...choices, target: value })}
        />
        <TextField
          label={messages.timeZone}
          hint={messages.timeZoneHint}
          value={timeZone}
          onChange={(value) => onChange({ ...choices, timeZone: value })}
          maxLength={64}
        />
      </div>
      {!isAdmin && <p class="settings-hint">{messages.ownersHint}</p>}
    </>
  )
}

const hasTitle = ({ meanings }: TablePreview) => meanings.includes('title')

/** The chosen file, with its first rows if it is a table. */
function useFile(source: FileSource) {
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
