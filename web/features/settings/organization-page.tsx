import type { Organization, OrganizationSettings, OrganizationSettingsUpdate, ProjectVisibility, Token } from '@svc/sdk'
import { projectVisibilityValues } from '@svc/sdk/enums'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../api/client.ts'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { organizationTexts as messages, visibilityNames } from '../../messages/organization.ts'
import { getMyOrgRole } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { FormField } from '../../components/form-field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { runAction } from './kit/action-problem.tsx'
import { ConfirmDialog } from './kit/confirm-dialog.tsx'
import { SettingsForm } from './kit/settings-form.tsx'
import { TextField } from './kit/text-field.tsx'
import { DomainSettings } from './organization/domain-settings.tsx'
import { ProfileForm } from './organization/profile-form.tsx'
import { SecondFactorSetting } from './organization/second-factor-setting.tsx'
import { TokenPolicyForm } from './organization/token-policy-form.tsx'

export function OrganizationPage() {
  const { value, problem, refetch } = useQuery('organization', async (svc) => {
    const { org } = getStore()
    const [organization, settings, tokens] = await Promise.all([
      svc.organizations.read(org),
      svc.organizations.settings(org),
      svc.tokens.list({ limit: 1000 }),
    ])
    return { organization, settings, tokens: tokens.data }
  })
  // Forms stay if they cannot be read again.
  return (
    <>
      {problem !== undefined && <ErrorMessage problem={problem} retry={refetch} />}
      {value ? <Sections {...value} refetch={refetch} /> : !problem && <Skeleton rows={12} height={36} />}
    </>
  )
}

interface SectionsProps {
  organization: Organization
  settings: OrganizationSettings
  tokens: readonly Token[]
  refetch: () => void
}

function Sections({ organization, settings: read, tokens, refetch }: SectionsProps) {
  const { settings, save } = useSettings(read, refetch)
  return (
    <>
      <ProfileForm organization={organization} onChange={refetch} />
      <ProjectSettings settings={settings} save={save} />
      <DomainSettings settings={settings} onModeChange={(domain_join_mode) => void save({ domain_join_mode })} />
      <section class="settings-section">
        <h2>{messages.security}</h2>
        <SecondFactorSetting settings={settings} onChange={refetch} />
        <TokenPolicyForm key={listPolicy(settings)} settings={settings} tokens={tokens} onChange={refetch} />
      </section>
      <AuditSettings key={settings.audit_retention_days} settings={settings} save={save} />
      <DangerZone organization={organization} />
    </>
  )
}

const listPolicy = ({ allow_personal_tokens, require_token_expiry, max_token_ttl_days }: OrganizationSettings) =>
  [allow_personal_tokens, require_token_expiry, max_token_ttl_days].join()

/** Shows changes at once, also while an earlier state is read. */
function useSettings(read: OrganizationSettings, refetch: () => void) {
  const [saved, setSaved] = useState(read)
  const [pending, setPending] = useState<OrganizationSettingsUpdate>({})
  const latest = saved.version > read.version ? saved : read
  const send = async (body: OrganizationSettingsUpdate) => {
    const { org } = getStore()
    setPending((others) => ({ ...others, ...body }))
    const update = async () =>
      setSaved(await createApiClient(org).organizations.updateSettings(org, body, { ifMatch: latest }))
    const isSaved = await runAction(update, { text: messages.saved })
    setPending({})
    refetch()
    return isSaved
  }
  const settings: OrganizationSettings = { ...latest, ...(pending as Partial<OrganizationSettings>) }
  return { settings, save: send }
}

interface SettingsProps {
  settings: OrganizationSettings
  save: (body: OrganizationSettingsUpdate) => Promise<boolean>
}

const ProjectSettings = ({ settings, save }: SettingsProps) => (
  <section class="settings-section">
    <h2>{messages.projects}</h2>
    <FormField label={messages.visibility} hint={messages.visibilityHint}>
      <select
        class="input"
        value={settings.default_visibility}
        onChange={(event: Event) => {
          const default_visibility = (event.currentTarget as HTMLSelectElement).value as ProjectVisibility
          void save({ default_visibility })
        }}
      >
        {projectVisibilityValues.map((word) => (
          <option key={word} value={word}>
            {visibilityNames[word]}
          </option>
        ))}
      </select>
    </FormField>
  </section>
)

const MAX_RETENTION_DAYS = 36_500

function AuditSettings({ settings, save }: SettingsProps) {
  const [days, setDays] = useState(String(settings.audit_retention_days ?? ''))
  const isValid = days === '' || (/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_RETENTION_DAYS)
  const submit = () => save({ audit_retention_days: days === '' ? null : Number(days) })
  return (
    <SettingsForm submit={messages.save} disabled={!isValid} run={submit}>
      <h2>{messages.audit}</h2>
      <TextField
        label={messages.retention}
        hint={messages.retentionHint}
        error={isValid ? undefined : messages.badDays(MAX_RETENTION_DAYS)}
        value={days}
        onChange={(text) => setDays(text.trim())}
      />
    </SettingsForm>
  )
}

function DangerZone({ organization }: { organization: Organization }) {
  const [isAsking, setAsking] = useState(false)
  const { org_id, name } = organization
  const remove = async () => {
    await createApiClient(org_id).organizations.delete(org_id)
    location.assign('/')
  }
  return (
    <section class="settings-section">
      <h2>{messages.danger}</h2>
      {getMyOrgRole() === 'owner' ? (
        <div class="settings-row">
          <Button kind="danger" onClick={() => setAsking(true)}>
            {messages.delete}
          </Button>
          <p class="settings-hint">{messages.deleteHint}</p>
        </div>
      ) : (
        <p class="settings-hint">{messages.deleteOwners}</p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={messages.deleteTitle(name)}
          confirm={messages.deleteConfirm}
          typed={name}
          needsSignIn
          effects={messages.deleteTexts}
          run={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
