import type { Organization } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { organizationTexts as messages } from '../../../messages/organization.ts'
import { Button } from '../../../components/button.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { showToast } from '../../../components/toast.tsx'
import { ActionProblem } from '../kit/action-problem.tsx'
import { TextField } from '../kit/text-field.tsx'

interface ProfileFormProps {
  organization: Organization
  onChange: () => void
}

export function ProfileForm({ organization, onChange }: ProfileFormProps) {
  const [draft, setDraft] = useState({
    name: organization.name,
    description: organization.description,
    email: organization.email ?? '',
  })
  const [problem, setProblem] = useState<unknown>()
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const save = async (event: Event) => {
    event.preventDefault()
    const body = { name: draft.name.trim(), description: draft.description || null, email: draft.email.trim() || null }
    try {
      await createApiClient(organization.org_id).organizations.update(organization, body)
      setProblem(undefined)
      showToast({ text: messages.saved })
      // The name is part of the session, which is loaded with the page.
      if (body.name === organization.name) onChange()
      else location.reload()
    } catch (error) {
      setProblem(error)
    }
  }
  return (
    <form class="settings-section" onSubmit={save} noValidate>
      <h2>{messages.general}</h2>
      <TextField label={messages.name} value={draft.name} onChange={(name) => change({ name })} maxLength={120} />
      <DescriptionField value={draft.description} onChange={(description) => change({ description })} />
      <TextField label={messages.email} type="email" value={draft.email} onChange={(email) => change({ email })} />
      <ActionProblem problem={problem} />
      <div class="settings-row">
        <Button type="submit" disabled={!draft.name.trim()}>
          {messages.save}
        </Button>
      </div>
    </form>
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
