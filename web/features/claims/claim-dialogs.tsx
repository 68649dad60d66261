import type { Task } from '@svc/sdk'
import { useRef, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { createIdempotencyKey } from '../../store/mutations.ts'
import { getStore } from '../../store/current-store.ts'
import { claimFormTexts as texts } from '../../messages/claim-forms.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { formatClockTime } from '../../components/util/dates.ts'
import { showErrorToast } from '../../components/util/load-chunk.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import { getMyUsername } from '../members/members.ts'
import { isOwnClaim } from './claim-rules.ts'
import '../sections/section-dialogs.css'

const DEFAULT_SECONDS = 3600
const MAX_NOTE_LENGTH = 500

export const showClaimForm = (task: Task): void => void openLayer((close) => <ClaimDialog task={task} close={close} />)

function ClaimDialog({ task, close }: { task: Task; close: () => void }) {
  const { claim, title } = task
  const [seconds, setSeconds] = useState(DEFAULT_SECONDS)
  const [note, setNote] = useState(claim?.note ?? '')
  const { error, busy, submit } = useClaimRequest(task, { seconds, note: note.trim() || null }, close)
  const actions = (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      <Button kind="main" disabled={busy} onClick={submit}>
        {claim ? texts.renew : texts.take}
      </Button>
    </>
  )
  return (
    <Dialog title={(claim ? texts.renewTitle : texts.takeTitle)(title)} open onClose={close} actions={actions}>
      <form class="section-form" onSubmit={submit} noValidate>
        <DurationField value={seconds} onChange={setSeconds} error={error} />
        <FormField label={texts.note} hint={texts.noteHint}>
          <input
            class="input"
            dir="auto"
            autocomplete="off"
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onInput={(event: Event) => setNote((event.currentTarget as HTMLInputElement).value)}
          />
        </FormField>
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface DurationFieldProps {
  value: number
  onChange: (seconds: number) => void
  error: string | undefined
}

const DurationField = ({ value, onChange, error }: DurationFieldProps) => (
  <FormField label={texts.duration} hint={texts.hint} error={error}>
    <select
      class="input"
      autofocus
      value={value}
      onChange={(event: Event) => onChange(Number((event.currentTarget as HTMLSelectElement).value))}
    >
      {Object.entries(texts.durations).map(([seconds, label]) => (
        <option key={seconds} value={seconds}>
          {label}
        </option>
      ))}
    </select>
  </FormField>
)

function useClaimRequest(task: Task, values: { seconds: number; note: string | null }, close: () => void) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const key = useRef({ request: '', idempotencyKey: '' })
  const submit = (event: Event) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const request = JSON.stringify(values)
    if (key.current.request !== request) key.current = { request, idempotencyKey: createIdempotencyKey() }
    claim(task, values, key.current.idempotencyKey).then(close, (problem: unknown) => {
      setBusy(false)
      setError(getErrorMessage(problem))
      getStore().notifyChanged('tasks', task.task_id)
    })
  }
  return { error, busy, submit }
}

/** Claims the task, or renews the claim of the user. */
async function claim(
  { task_id, claim: held }: Task,
  values: { seconds: number; note: string | null },
  idempotencyKey: string,
): Promise<void> {
  const { claims } = createApiClient(getStore().org)
  const options = { idempotencyKey, retries: 2 }
  const task = held
    ? await claims.renew(task_id, { ...values, generation: held.generation }, options)
    : await claims.create(task_id, values, options)
  getStore().notifyChanged('tasks', task_id)
  if (task.claim) showToast({ text: texts.taken(task.title, formatClockTime(task.claim.until)) })
}

/** Releases the claim of the user; that of another user after a confirmation. */
export function release(task: Task): void {
  const { claim } = task
  if (!claim) return
  if (isOwnClaim(claim, getMyUsername())) return void sendRelease(task, { generation: claim.generation })
  openLayer((close) => <ReleaseDialog task={task} close={close} />)
}

function ReleaseDialog({ task, close }: { task: Task; close: () => void }) {
  const { by, generation } = task.claim!
  const confirm = () => {
    close()
    void sendRelease(task, { generation, force: true })
  }
  const actions = (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      <Button kind="danger" onClick={confirm}>
        {texts.releaseNow}
      </Button>
    </>
  )
  return (
    <Dialog title={texts.releaseTitle(by)} open onClose={close} actions={actions}>
      <p>{texts.releaseText(by)}</p>
    </Dialog>
  )
}

async function sendRelease(task: Task, body: { generation: number; force?: true }): Promise<void> {
  const { task_id, title } = task
  try {
    await createApiClient(getStore().org).claims.release(task_id, body, {
      idempotencyKey: createIdempotencyKey(),
      retries: 2,
    })
    showToast({ text: texts.released(title) })
  } catch (problem) {
    showErrorToast(problem, () => void sendRelease(task, body))
  }
  getStore().notifyChanged('tasks', task_id)
}
