import { SvcProblem, type Field } from '@svc/sdk'
import { useEffect, useState } from 'preact/hooks'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { getStore } from '../../store/current-store.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { showToast } from '../../components/toast.tsx'
import { changeField, createField } from './field-calls.ts'
import {
  buildCreateBody,
  buildUpdateBody,
  pickChanged,
  checkDraft,
  createDraft,
  hasOptions,
  toDraft,
  toFieldErrors,
  type FieldDraft,
  type FieldErrors,
} from './field-form.ts'
import { FieldInputs } from './field-inputs.tsx'
import { NewOptions } from './new-options.tsx'
import { StoredOptions } from './stored-options.tsx'
import { TypeChooser } from './type-chooser.tsx'

interface DialogProps {
  /** Field that is edited; without one, the dialog creates a field. */
  fieldId?: string
  /** Projects of a new field; null for all tasks. */
  scope: readonly string[] | null
  close: () => void
}

export function FieldDialog({ fieldId, scope, close }: DialogProps) {
  const stored = (fieldId === undefined ? undefined : getStore().row('fields', fieldId).value) ?? undefined
  const { draft, errors, isSending, change, submit } = useFieldForm(stored, scope, close)
  useEffect(() => document.querySelector('.fields-form .field-error')?.scrollIntoView({ block: 'nearest' }), [errors])
  const actions = (
    <>
      {errors.form && (
        <p class="field-error fields-problem" role="alert">
          {errors.form}
        </p>
      )}
      <Button onClick={close}>{messages.cancel}</Button>
      <Button kind="main" disabled={isSending} onClick={submit}>
        {stored ? messages.save : messages.createField}
      </Button>
    </>
  )
  const title = stored ? messages.editTitle(stored.name) : messages.createTitle
  return (
    <Dialog title={title} open onClose={close} actions={actions} class="fields-dialog">
      <form class="fields-form" onSubmit={submit}>
        {!stored && <TypeChooser value={draft.type} onChange={(type) => change({ type })} />}
        <FieldInputs draft={draft} stored={stored} errors={errors} change={change} />
        {hasOptions(draft.type) && stored && <StoredOptions field={stored} />}
        {hasOptions(draft.type) && !stored && (
          <NewOptions options={draft.options} error={errors.options} onChange={(options) => change({ options })} />
        )}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}

function useFieldForm(stored: Field | undefined, scope: DialogProps['scope'], close: () => void) {
  const [draft, setDraft] = useState<FieldDraft>(() => (stored ? toDraft(stored) : createDraft(scope)))
  // Only differences from the field as it was opened are sent, so that changes of other users stay.
  const [opened, setOpened] = useState(stored)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isSending, setSending] = useState(false)
  const change = (part: Partial<FieldDraft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setErrors({})
  }
  const send = async () => {
    setSending(true)
    const failure = await saveField(draft, stored, opened)
    setSending(false)
    if (failure) {
      if (stored && failure.form === messages.stale) setOpened({ ...opened!, ...pickChanged(draft, opened!, stored) })
      return setErrors(failure)
    }
    close()
    showToast({ text: stored ? messages.saved(draft.name) : messages.created(draft.name) })
  }
  const submit = (event: Event) => {
    event.preventDefault()
    const wrong = checkDraft(draft, !stored)
    if (Object.keys(wrong).length > 0) setErrors(wrong)
    else if (!isSending) void send()
  }
  return { draft, errors, isSending, change, submit }
}

/** Creates or updates a field. Returns what is wrong, by the inputs of the form. */
async function saveField(draft: FieldDraft, stored?: Field, opened?: Field): Promise<FieldErrors | undefined> {
  try {
    if (stored) {
      const body = buildUpdateBody(draft, opened!)
      if (Object.keys(pickChanged(draft, opened!, stored)).length > 0) return { form: messages.stale }
      if (Object.keys(body).length > 0) await changeField(stored, (svc) => svc.fields.update(stored.field_id, body))
    } else await createField(buildCreateBody(draft, getStore().org))
    return undefined
  } catch (problem) {
    if (problem instanceof SvcProblem) return problem.status === 412 ? { form: messages.stale } : toFieldErrors(problem)
    return { form: getErrorMessage(problem) }
  }
}
