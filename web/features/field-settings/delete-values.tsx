import { useState } from 'preact/hooks'
import type { Field } from '@svc/sdk'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { changeField } from './field-calls.ts'

export function openDeleteValues(field: Field, anchor: Element): void {
  openLayer((close) => <DeleteValues field={field} close={close} />, anchor)
}

function DeleteValues({ field, close }: { field: Field; close: () => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const isConfirmed = typed.trim() === field.name.trim()
  const submit = (event: Event) => {
    event.preventDefault()
    if (isConfirmed) deleteValues(field).then(close, (problem: unknown) => setError(getErrorMessage(problem)))
  }
  const actions = (
    <>
      <Button onClick={close}>{messages.cancel}</Button>
      <Button kind="danger" disabled={!isConfirmed} onClick={submit}>
        {messages.deleteAction}
      </Button>
    </>
  )
  return (
    <Dialog title={messages.deleteTitle(field.name)} open onClose={close} actions={actions}>
      <form onSubmit={submit}>
        <p>{messages.deleteHint}</p>
        <FormField label={messages.deleteConfirm(field.name)} error={error}>
          <input
            class="input"
            autofocus
            dir="auto"
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </FormField>
      </form>
    </Dialog>
  )
}

async function deleteValues(field: Field): Promise<void> {
  const path = `/v1/fields/${field.field_id}` as const
  await changeField(field, (svc) => svc.request('DELETE', path, { query: { values: 'delete' } }))
  showToast({ text: messages.deleted(field.name) })
}
