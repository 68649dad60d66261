import type { Section, TaskStatus } from '@svc/sdk'
import { useRef, useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { createIdempotencyKey } from '../../store/mutations.ts'
import { getStore } from '../../store/current-store.ts'
import { sectionFormTexts as texts } from '../../messages/section-forms.ts'
import { statusFlow, statusNames } from '../../messages/enums.ts'
import { announce } from '../../components/util/announce.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { getErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { listContainerSections } from '../tasks/choices.tsx'
import { toSectionScope } from '../tasks/task-container.ts'
import type { TaskContainer } from '../views/view-query.ts'
import { ColorField } from './color-field.tsx'
import { deleteSection, updateSection } from './section-mutations.ts'
import { computeSectionPosition } from './section-rules.ts'
import './section-dialogs.css'

export type SectionFieldName = 'name' | 'status' | 'color' | 'limit'

interface SectionForm {
  name: string
  status: TaskStatus | null
  color: string | null
  limit: string
}

interface SectionDialogProps {
  container: TaskContainer
  section?: Section
  focus?: SectionFieldName
  /** Section after which a new one is inserted; the end by default. */
  after?: string | undefined
  close: () => void
}

/** Form of a new section or of an existing one. */
export function SectionDialog(props: SectionDialogProps) {
  const { container, section, focus = 'name', close } = props
  const { form, edit, error, wrongField, busy, submit } = useSectionForm(props)
  const actions = (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      <Button kind="main" disabled={busy} onClick={submit}>
        {section ? texts.save : texts.create}
      </Button>
    </>
  )
  return (
    <Dialog title={section ? texts.editTitle : texts.newTitle} open onClose={close} actions={actions}>
      <form class="section-form" onSubmit={submit} noValidate>
        <FormField label={texts.name} error={wrongField === 'limit' ? undefined : error}>
          <input
            class="input"
            autofocus={focus === 'name'}
            autocomplete="off"
            dir="auto"
            maxLength={120}
            value={form.name}
            onInput={(event: Event) => edit({ name: (event.currentTarget as HTMLInputElement).value })}
          />
        </FormField>
        {container.kind === 'project' && (
          <ColumnFields {...{ form, edit, focus, section }} limitError={wrongField === 'limit' ? error : undefined} />
        )}
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

function useSectionForm({ container, section, after, close }: SectionDialogProps) {
  const [form, setForm] = useState<SectionForm>(() => toForm(section))
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const key = useRef(createIdempotencyKey())
  const edit = (change: Partial<SectionForm>) => {
    setError(undefined)
    key.current = createIdempotencyKey()
    setForm({ ...form, ...change })
  }
  const wrong = findFormError(form, container, section)
  const create = () => {
    setBusy(true)
    createSection(container, toValues(form), after, key.current).then(close, (problem: unknown) => {
      setBusy(false)
      setError(getErrorMessage(problem))
    })
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (busy) return
    if (wrong) return setError(wrong.text)
    if (!section) return create()
    close()
    const patch = findChanges(section, toValues(form))
    if (Object.keys(patch).length > 0) updateSection(section, patch)
  }
  return { form, edit, error, wrongField: wrong?.field, busy, submit }
}

interface ColumnFieldsProps {
  form: SectionForm
  edit: (change: Partial<SectionForm>) => void
  focus: SectionFieldName
  section: Section | undefined
  limitError: string | undefined
}

function ColumnFields({ form, edit, focus, section, limitError }: ColumnFieldsProps) {
  const follows = section && form.status !== null && form.status !== section.status && section.task_count > 0
  const hint = follows ? texts.statusFollows(section.task_count, statusNames[form.status!]) : texts.statusHint
  const setStatus = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement
    edit({ status: statusFlow.find((status) => status === value) ?? null })
  }
  return (
    <>
      <FormField label={texts.status} hint={hint}>
        <select class="input" autofocus={focus === 'status'} value={form.status ?? ''} onChange={setStatus}>
          <option value="">{texts.anyStatus}</option>
          {statusFlow.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </select>
      </FormField>
      <ColorField value={form.color} onChange={(color) => edit({ color })} isFocused={focus === 'color'} />
      <FormField label={texts.limit} hint={texts.limitHint} error={limitError}>
        <input
          class="input"
          autofocus={focus === 'limit'}
          autocomplete="off"
          inputMode="numeric"
          value={form.limit}
          onInput={(event: Event) => edit({ limit: (event.currentTarget as HTMLInputElement).value })}
        />
      </FormField>
    </>
  )
}

const toForm = (section: Section | undefined): SectionForm => ({
  name: section?.name ?? '',
  status: section?.status ?? null,
  color: section?.color ?? null,
  limit: section?.wip_limit?.toString() ?? '',
})

type SectionValues = Pick<Section, 'name' | 'status' | 'color' | 'wip_limit'>

const toValues = ({ name, status, color, limit }: SectionForm): SectionValues => ({
  name: name.trim(),
  status,
  color,
  wip_limit: limit.trim() ? Number(limit) : null,
})

const findChanges = (section: Section, values: SectionValues): Partial<Section> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => section[name as keyof SectionValues] !== value))

function findFormError(
  { name, limit }: SectionForm,
  container: TaskContainer,
  section: Section | undefined,
): { field: SectionFieldName; text: string } | undefined {
  const typed = name.trim().toLowerCase()
  if (!typed) return { field: 'name', text: texts.nameMissing }
  const others = listContainerSections(container).filter(({ section_id }) => section_id !== section?.section_id)
  if (others.some((one) => one.name.toLowerCase() === typed)) return { field: 'name', text: texts.nameTaken }
  return limit.trim() && !/^[1-9]\d{0,2}$/.test(limit.trim()) ? { field: 'limit', text: texts.limitInvalid } : undefined
}

async function createSection(
  container: TaskContainer,
  { name, ...column }: SectionValues,
  after: string | undefined,
  idempotencyKey: string,
): Promise<void> {
  const { org } = getStore()
  const sections = listContainerSections(container)
  const index = sections.findIndex(({ section_id }) => section_id === after) + 1
  const position = index > 0 && index < sections.length ? computeSectionPosition(sections, index) : undefined
  const body = {
    org_id: org,
    name,
    ...toSectionScope(container),
    ...(container.kind === 'project' && column),
    ...(position !== undefined && { position }),
  }
  const { section_id } = await createApiClient(org).sections.create(body, { idempotencyKey, retries: 2 })
  getStore().notifyChanged('sections')
  announce(texts.created(name))
  focusSection(section_id)
}

const FOCUS_ATTEMPTS = 60

/** Scrolls to a section and focuses its first button, once the dialog is closed and the page shows the section. */
function focusSection(id: string, attempts = FOCUS_ATTEMPTS): void {
  setTimeout(() => {
    const header = document.querySelector(`[data-section="${id}"]`)
    header?.scrollIntoView({ block: 'nearest', inline: 'center' })
    if (header) header.querySelector('button')?.focus({ preventScroll: true })
    else if (attempts > 0) focusSection(id, attempts - 1)
  }, 50)
}

export function DeleteSectionDialog({ section, close }: { section: Section; close: () => void }) {
  const { name, task_count } = section
  const remove = () => {
    close()
    deleteSection(section)
  }
  const actions = (
    <>
      <Button onClick={close}>{texts.cancel}</Button>
      <Button kind="danger" onClick={remove}>
        {texts.deleteNow}
      </Button>
    </>
  )
  return (
    <Dialog title={texts.deleteTitle(name)} open onClose={close} actions={actions}>
      <p>{texts.deleteTasks(task_count)}</p>
    </Dialog>
  )
}
