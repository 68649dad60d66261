import type { Organization, OrganizationUpdate } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { organizationTexts as messages } from '../../../messages/organization.ts'
import { FormField } from '../../../components/form-field.tsx'
import { showToast } from '../../../components/toast.tsx'
import { SettingsForm } from '../kit/settings-form.tsx'
import { TextField } from '../kit/text-field.tsx'
import { useSave } from '../kit/use-save.ts'

interface ProfileFormProps {
  organization: Organization
  onChange: () => void
}

function useProfileSave(organization: Organization) {
  const { organizations } = createApiClient(organization.org_id)
  return useSave<Organization>(organization, {
    read: (row) => organizations.read(row),
    send: ({ description, ...patch }, row) =>
      organizations.update(row, {
        ...(patch as OrganizationUpdate),
        ...(description !== undefined && { description: description || null }),
      }),
  })
}

export function ProfileForm({ organization, onChange }: ProfileFormProps) {
  const [draft, setDraft] = useState({
    name: organization.name,
    description: organization.description,
    email: organization.email ?? '',
  })
  const update = useProfileSave(organization)
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const name = draft.name.trim()
  const done = () => {
    showToast({ text: messages.saved })
    // The name is part of the session, which is loaded with the page.
    if (name === organization.name) onChange()
    else location.reload()
  }
  return (
    <SettingsForm
      submit={messages.save}
      disabled={!name}
      run={() => update({ ...draft, name, email: draft.email.trim() || null })}
      onDone={done}
    >
      <h2>{messages.general}</h2>
      <TextField label={messages.name} value={draft.name} onChange={(name) => change({ name })} maxLength={120} />
      <DescriptionField value={draft.description} onChange={(description) => change({ description })} />
      <TextField label={messages.email} type="email" value={draft.email} onChange={(email) => change({ email })} />
    </SettingsForm>
  )
}

const DescriptionField = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <FormField label={messages.description}>
    <textarea
      class="input"
      rows={3}
      dir="auto"
      value={value}
      onInput={(event: Event) => onChange((event.currentTarget as HTMLTextAreaElement).value)}
    />
  </FormField>
)
