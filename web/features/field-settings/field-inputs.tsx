import type { Field } from '@svc/sdk'
import { fieldSettingsTexts as messages } from '../../messages/field-settings.ts'
import { FormField } from '../../components/form-field.tsx'
import { getFields } from '../fields/fields.ts'
import { isOrgAdmin } from '../members/permissions.ts'
import { deriveKey, type FieldDraft, type FieldErrors } from './field-form.ts'
import { listManagedProjects } from './field-rights.ts'

interface InputsProps {
  draft: FieldDraft
  stored: Field | undefined
  errors: FieldErrors
  change: (part: Partial<FieldDraft>) => void
}

export function FieldInputs(props: InputsProps) {
  const { draft, stored, errors, change } = props
  return (
    <>
      <FormField label={messages.name} hint={describeKey(draft, stored)} error={errors.name}>
        <input
          class="input"
          autofocus
          dir="auto"
          maxLength={80}
          value={draft.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </FormField>
      <FormField label={messages.description} hint={messages.descriptionHint} error={errors.description}>
        <input
          class="input"
          dir="auto"
          maxLength={2000}
          value={draft.description}
          onInput={(event) => change({ description: event.currentTarget.value })}
        />
      </FormField>
      {draft.type === 'number' && <NumberInputs {...props} />}
      <ScopeInputs {...props} />
      <label class="fields-check">
        <input
          type="checkbox"
          checked={draft.on_card}
          onChange={(event) => change({ on_card: event.currentTarget.checked })}
        />
        <span>
          {messages.showOnCards}
          <span class="field-hint fields-below">{messages.showOnCardsHint}</span>
        </span>
      </label>
    </>
  )
}

function describeKey({ name }: FieldDraft, stored: Field | undefined): string {
  if (stored) return messages.keyOfOld(stored.key)
  if (!name.trim()) return ''
  return messages.keyOfNew(deriveKey(name, new Set(getFields()?.byKey.keys())))
}

const limits = [
  ['min', messages.min],
  ['max', messages.max],
] as const

const NumberInputs = ({ draft, errors, change }: InputsProps) => (
  <div class="fields-numbers">
    <FormField label={messages.unit} error={errors.unit}>
      <input
        class="input"
        dir="auto"
        maxLength={20}
        value={draft.unit}
        onInput={(event) => change({ unit: event.currentTarget.value })}
      />
    </FormField>
    <FormField label={messages.decimals} error={errors.decimals}>
      <select
        class="input"
        value={draft.decimals}
        onChange={(event) => change({ decimals: event.currentTarget.value })}
      >
        <option value="">{messages.anyDecimals}</option>
        {[0, 1, 2, 3, 4, 5, 6].map((decimals) => (
          <option key={decimals} value={String(decimals)}>
            {decimals}
          </option>
        ))}
      </select>
    </FormField>
    {limits.map(([name, label]) => (
      <FormField key={name} label={label} error={errors[name]}>
        <input
          class="input"
          inputMode="decimal"
          dir="ltr"
          value={draft[name]}
          onInput={(event) => change({ [name]: event.currentTarget.value })}
        />
      </FormField>
    ))}
  </div>
)

/** Choice between all tasks, for admins, and those of some projects. */
function ScopeInputs({ draft, errors, change }: InputsProps) {
  const { project_ids } = draft
  const projects = listManagedProjects()
  const toggle = (id: string) =>
    change({
      project_ids: project_ids!.includes(id) ? project_ids!.filter((one) => one !== id) : [...project_ids!, id],
    })
  return (
    <fieldset class="fields-scopes">
      <legend class="field-label">{messages.scope}</legend>
      <select
        class="input"
        aria-label={messages.scope}
        value={project_ids === null ? 'all' : 'some'}
        disabled={!isOrgAdmin()}
        onChange={(event) => change({ project_ids: event.currentTarget.value === 'all' ? null : [] })}
      >
        <option value="all">{messages.scopeAll}</option>
        <option value="some">{messages.scopeProjects}</option>
      </select>
      {project_ids !== null && (
        <div class="fields-projects" role="group" aria-label={messages.chooseProjects}>
          {projects.map(({ project_id, name }) => (
            <label key={project_id} class="fields-check">
              <input type="checkbox" checked={project_ids.includes(project_id)} onChange={() => toggle(project_id)} />
              <bdi class="one-line">{name}</bdi>
            </label>
          ))}
        </div>
      )}
      {errors.project_ids && (
        <p class="field-error" role="alert">
          {errors.project_ids}
        </p>
      )}
    </fieldset>
  )
}
