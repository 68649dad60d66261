import { SvcProblem, type ProjectSummary } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { createIdempotencyKey } from '../../store/mutations.ts'
import { projectSettingTexts as texts } from '../../messages/projects.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { showToast } from '../../components/toast.tsx'
import { openLayer } from '../../components/util/open-layer.ts'
import '../sections/section-dialogs.css'

export const openProjectDialog = (project: ProjectSummary, anchor: Element): void =>
  void openLayer((close) => <ProjectDialog project={project} close={close} />, anchor)

interface ProjectForm {
  name: string
  prefix: string
}

type FormErrors = Partial<Record<keyof ProjectForm, string>>

function ProjectDialog({ project, close }: { project: ProjectSummary; close: () => void }) {
  const { form, edit, errors, busy, submit } = useProjectForm(project, close)
  const isNewPrefix = form.prefix !== project.prefix && isPrefix(form.prefix)
  const hint = isNewPrefix ? texts.prefixChange(project.prefix, form.prefix) : texts.prefixHint(`${project.prefix}-12`)
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
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

function useProjectForm(project: ProjectSummary, close: () => void) {
  const [form, setForm] = useState<ProjectForm>({ name: project.name, prefix: project.prefix })
  const [errors, setErrors] = useState<FormErrors>({})
  const [busy, setBusy] = useState(false)
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
    setBusy(true)
    saveProject(project, patch).then(close, (problem: unknown) => {
      setBusy(false)
      setErrors({ [findField(problem, patch)]: getErrorMessage(problem) })
    })
  }
  return { form, edit, errors, busy, submit }
}

const isPrefix = (text: string): boolean => /^[A-Z][A-Z0-9]{1,9}$/.test(text)

const findErrors = ({ name, prefix }: ProjectForm): FormErrors => ({
  ...(!name.trim() && { name: texts.nameMissing }),
  ...(!isPrefix(prefix) && { prefix: texts.prefixInvalid }),
})

const findChanges = ({ name, prefix }: ProjectSummary, form: ProjectForm): Partial<ProjectForm> => ({
  ...(form.name.trim() !== name && { name: form.name.trim() }),
  ...(form.prefix !== prefix && { prefix: form.prefix }),
})

/** Returns the field of an error: a conflict is that of the prefix, which another project has or had. */
const findField = (problem: unknown, patch: Partial<ProjectForm>): keyof ProjectForm =>
  'prefix' in patch && problem instanceof SvcProblem && (problem.status === 409 || !('name' in patch))
    ? 'prefix'
    : 'name'

async function saveProject({ project_id, version }: ProjectSummary, patch: Partial<ProjectForm>): Promise<void> {
  const { org } = getStore()
  const options = { ifMatch: `"${version}-"`, idempotencyKey: createIdempotencyKey(), retries: 2 }
  const { name } = await createApiClient(org).projects.update(project_id, patch, options)
  getStore().notifyChanged('projects', project_id)
  if ('prefix' in patch) getStore().notifyChanged('tasks')
  showToast({ text: texts.changed(name) })
}
