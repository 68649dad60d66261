import type { Roadmap } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { currentLocation } from '../../location.ts'
import { getStore } from '../../store/current-store.ts'
import { stopTexts as messages } from '../../messages/roadmap.ts'
import { settingsKitTexts } from '../../messages/settings-kit.ts'
import { showToast } from '../../components/toast.tsx'
import { DialogForm } from '../settings/kit/dialog-form.tsx'
import { SelectField } from '../settings/kit/select-field.tsx'
import { TextField } from '../settings/kit/text-field.tsx'
import { StopForm } from './stop-form.tsx'
import type { NewWhat } from './roadmap-forms.ts'
import '../settings/settings.css'

interface NewDialogProps {
  what: NewWhat
  roadmap: Roadmap
  /** Projects that the user may edit. */
  editable: readonly { project_id: string; name: string }[]
  onChange: () => void
  onClose: () => void
}

export function NewDialog({ what, roadmap, editable, onChange, onClose }: NewDialogProps) {
  if (what === 'line') return <LineForm editable={putLikelyFirst(editable)} {...{ onChange, onClose }} />
  return (
    <StopForm
      title={messages.newStop}
      submit={messages.create}
      projects={putLikelyFirst(roadmap.projects.filter(({ can_edit }) => can_edit))}
      save={(projectId, values) => void sendNew('stops.create', [projectId, values], values.title, onChange)}
      onClose={onClose}
    />
  )
}

/** Project of the last new line or stop, to which the next one is likely to belong. */
let lastProjectId: string | undefined

/** Moves the project that is shown, or the last one that was chosen, to the front. */
function putLikelyFirst<P extends { project_id: string }>(projects: readonly P[]): P[] {
  const likely = currentLocation.peek().query.get('project') ?? lastProjectId
  return [
    ...projects.filter(({ project_id }) => project_id === likely),
    ...projects.filter(({ project_id }) => project_id !== likely),
  ]
}

/** Sends something new as soon as the server can be reached; the roadmap shows it afterwards. */
async function sendNew(
  method: string,
  [projectId, values]: [string, object],
  name: string,
  onSent: () => void,
): Promise<void> {
  lastProjectId = projectId
  const label = settingsKitTexts.created(name)
  try {
    await getStore().mutate({ method, args: [projectId, values], label }).response
  } catch {
    // Refusals are shown by the page, with what was to be sent.
    return
  }
  onSent()
  showToast({ text: label })
}

function LineForm({ editable, onChange, onClose }: Pick<NewDialogProps, 'editable' | 'onChange' | 'onClose'>) {
  const [projectId, setProjectId] = useState(editable[0]!.project_id)
  const [name, setName] = useState('')
  const create = () => void sendNew('journeys.create', [projectId, { name: name.trim() }], name.trim(), onChange)
  return (
    <DialogForm
      title={messages.newLine}
      submit={messages.createLine}
      disabled={!name.trim()}
      run={create}
      onClose={onClose}
    >
      <TextField label={messages.lineName} value={name} onChange={setName} maxLength={120} autofocus />
      <SelectField
        label={messages.project}
        value={projectId}
        options={editable.map((one) => [one.project_id, one.name] as const)}
        onChange={setProjectId}
      />
    </DialogForm>
  )
}
