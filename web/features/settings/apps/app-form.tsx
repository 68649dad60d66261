import type { OAuthClient, OAuthClientType, Scope } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { appTexts as messages, appTypeNames } from '../../../messages/apps.ts'
import { FormField } from '../../../components/form-field.tsx'
import { DialogForm } from '../kit/dialog-form.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { TextField } from '../kit/text-field.tsx'
import { ScopeFields } from '../tokens/scope-fields.tsx'
import '../tokens/tokens.css'

export interface AppValues {
  name: string
  client_type: OAuthClientType
  redirect_uris: string[]
  allowed_scopes: Scope[]
  homepage_url: string | null
  privacy_url: string | null
}

interface AppFormProps {
  title: string
  submit: string
  app?: OAuthClient
  save: (values: AppValues) => PromiseLike<unknown>
  onClose: () => void
}

const useAppDraft = (app: OAuthClient | undefined) => {
  const [draft, setDraft] = useState({
    name: app?.name ?? '',
    client_type: app?.client_type ?? ('confidential' as OAuthClientType),
    redirects: app?.redirect_uris.join('\n') ?? '',
    allowed_scopes: (app?.allowed_scopes ?? ['tasks:read']) as Scope[],
    homepage_url: app?.homepage_url ?? '',
    privacy_url: app?.privacy_url ?? '',
  })
  return { draft, change: (part: Partial<typeof draft>) => setDraft({ ...draft, ...part }) }
}

type Draft = ReturnType<typeof useAppDraft>['draft']

const toValues = ({ redirects, name, homepage_url, privacy_url, ...rest }: Draft): AppValues => ({
  ...rest,
  name: name.trim(),
  redirect_uris: redirects.split(/\s+/).filter(Boolean),
  homepage_url: homepage_url.trim() || null,
  privacy_url: privacy_url.trim() || null,
})

export function AppForm({ title, submit, app, save, onClose }: AppFormProps) {
  const { draft, change } = useAppDraft(app)
  const values = toValues(draft)
  const isReady = values.name !== '' && values.redirect_uris.length > 0 && values.allowed_scopes.length > 0
  return (
    <DialogForm title={title} submit={submit} wide disabled={!isReady} run={() => save(values)} onClose={onClose}>
      <TextField
        label={messages.name}
        hint={messages.nameHint}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={100}
        autofocus
      />
      {!app && (
        <SelectField
          label={messages.type}
          value={draft.client_type}
          options={Object.entries(appTypeNames)}
          onChange={(type) => change({ client_type: type as OAuthClientType })}
        />
      )}
      <RedirectField value={draft.redirects} onChange={(redirects) => change({ redirects })} />
      <ScopeFields scopes={draft.allowed_scopes} onChange={(allowed_scopes) => change({ allowed_scopes })} />
      <UrlFields draft={draft} onChange={change} />
    </DialogForm>
  )
}

const UrlFields = ({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) => (
  <>
    <TextField
      label={messages.homepage}
      type="url"
      value={draft.homepage_url}
      onChange={(homepage_url) => onChange({ homepage_url })}
    />
    <TextField
      label={messages.privacy}
      type="url"
      value={draft.privacy_url}
      onChange={(privacy_url) => onChange({ privacy_url })}
    />
  </>
)

const RedirectField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <FormField label={messages.redirects} hint={messages.redirectsHint}>
    <textarea
      class="input settings-lines"
      rows={3}
      spellcheck={false}
      value={value}
      onInput={(event: Event) => onChange((event.currentTarget as HTMLTextAreaElement).value)}
    />
  </FormField>
)
