import { SvcProblem, type ProjectSummary, type ProjectUpdate } from '@svc/sdk'
import { projectIconValues } from '@svc/sdk/enums'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { projectSettingTexts as texts } from '../../messages/projects.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import { ColorField } from '../sections/color-field.tsx'
import { updateRow } from '../settings/kit/row-changes.ts'
import { useSave } from '../settings/kit/use-save.ts'
import '../sections/section-dialogs.css'

export const openProjectDialog = (project: ProjectSummary, anchor: Element): void =>
  void openLayer((close) => <ProjectDialog project={project} close={close} />, anchor)

type ProjectForm = Pick<ProjectSummary, 'name' | 'prefix' | 'color' | 'icon'>

type FormErrors = Partial<Record<'name' | 'prefix', string>>

function ProjectDialog({ project, close }: { project: ProjectSummary; close: () => void }) {
  const { form, edit, errors, busy, submit } = useProjectForm(project, close)
  const hint = buildPrefixHint(project.prefix, form.prefix)
  const actions = (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      <Button kind="main" disabled={busy} onClick={submit}>
        {texts.save}
      </Button>
    </>
  )
  return (
    <Dialog title={texts.title} open onClose={close} actions={actions}>
      <form class="section-form" onSubmit={submit} noValidate>
        <FormField label={texts.name} error={errors.name}>
          <input
            class="input"
            autofocus
            dir="auto"
            autocomplete="off"
            maxLength={200}
            value={form.name}
            onInput={(event: Event) => edit({ name: (event.currentTarget as HTMLInputElement).value })}
          />
        </FormField>
        <FormField label={texts.prefix} hint={hint} error={errors.prefix}>
          <input
            class="input"
            autocomplete="off"
            maxLength={10}
            value={form.prefix}
            onInput={(event: Event) => edit({ prefix: (event.currentTarget as HTMLInputElement).value.toUpperCase() })}
          />
        </FormField>
        <LookFields form={form} edit={edit} />
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

const LookFields = ({ form, edit }: { form: ProjectForm; edit: (change: Partial<ProjectForm>) => void }) => (
  <>
    <ColorField value={form.color} onChange={(color) => edit({ color })} isFocused={false} />
    <fieldset class="section-colors">
      <legend class="field-label">{texts.icon}</legend>
      {[null, ...projectIconValues].map((icon) => (
        <Button
          key={icon ?? ''}
          kind="quiet"
          icon={icon ?? 'minus'}
          title={icon ? texts.icons[icon] : texts.noIcon}
          pressed={icon === form.icon}
          onClick={() => edit({ icon })}
        />
      ))}
    </fieldset>
  </>
)

function useProjectForm(project: ProjectSummary, close: () => void) {
  const [form, setForm] = useState<ProjectForm>(() => {
    const { name, prefix, color, icon } = project
    return { name, prefix, color, icon }
  })
  const [errors, setErrors] = useState<FormErrors>({})
  const [busy, setBusy] = useState(false)
  const savePrefix = usePrefixSave(project)
  const edit = (change: Partial<ProjectForm>) => {
    setErrors({})
    setForm({ ...form, ...change })
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (busy) return
    const wrong = findErrors(form)
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    const patch = findChanges(project, form)
    if (Object.keys(patch).length === 0) return close()
    if (!('prefix' in patch)) {
      updateRow('projects', project, patch)
      return close()
    }
    setBusy(true)
    savePrefix(patch).then(close, (problem: unknown) => {
      setBusy(false)
      setErrors({ [findField(problem, patch)]: getErrorMessage(problem) })
    })
  }
  return { form, edit, errors, busy, submit }
}

const buildPrefixHint = (before: string, after: string): string =>
  after !== before && isPrefix(after) ? texts.prefixChange(before, after) : texts.prefixHint(`${before}-12`)

const isPrefix = (text: string): boolean => /^[A-Z][A-Z0-9]{1,9}$/.test(text)

const findErrors = ({ name, prefix }: ProjectForm): FormErrors => ({
  ...(!name.trim() && { name: texts.nameMissing }),
  ...(!isPrefix(prefix) && { prefix: texts.prefixInvalid }),
})

const findChanges = ({ name, prefix, color, icon }: ProjectSummary, form: ProjectForm): Partial<ProjectForm> => ({
  ...(form.name.trim() !== name && { name: form.name.trim() }),
  ...(form.prefix !== prefix && { prefix: form.prefix }),
  ...(form.color !== color && { color: form.color }),
  ...(form.icon !== icon && { icon: form.icon }),
})

/** Returns the field of an error: a conflict is that of the prefix, which another project has or had. */
const findField = (problem: unknown, patch: Partial<ProjectForm>): keyof FormErrors =>
  'prefix' in patch && problem instanceof SvcProblem && (problem.status === 409 || !('name' in patch))
    ? 'prefix'
    : 'name'

/** Saves a form with another prefix while it is open, since the server may refuse the prefix. */
function usePrefixSave(project: ProjectSummary) {
  const { projects } = createApiClient(getStore().org, { retries: 2 })
  const save = useSave(project, {
    read: async (row) => ({ ...row, ...(await projects.read(row)) }),
    send: (patch, row) => projects.update(row, patch as ProjectUpdate),
  })
  return async (patch: Partial<ProjectForm>): Promise<void> => {
    await save(patch)
    getStore().notifyChanged('projects', project.project_id)
    getStore().notifyChanged('tasks')
    showToast({ text: texts.changed(patch.name ?? project.name) })
  }
}
