import type { OrganizationSettings, Token } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { grantTypeNames, organizationTexts as messages } from '../../../messages/organization.ts'
import { showToast } from '../../../components/toast.tsx'
import { CheckField } from '../kit/check-field.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { SettingsForm } from '../kit/settings-form.tsx'
import { TextField } from '../kit/text-field.tsx'
import { listStoppedTokens, type TokenPolicy } from './token-policy.ts'

const MAX_DAYS = 3650
const MAX_NAMED = 8

interface TokenPolicyFormProps {
  settings: OrganizationSettings
  tokens: readonly Token[]
  onChange: () => void
}

/** Token policy, which says whom a change stops before it is saved. */
export function TokenPolicyForm({ settings, tokens, onChange }: TokenPolicyFormProps) {
  const [policy, setPolicy] = useState<TokenPolicy>(settings)
  const [days, setDays] = useState(String(settings.max_token_ttl_days ?? ''))
  const [isAsking, setAsking] = useState(false)
  const isValid = days === '' || (/^\d+$/.test(days) && Number(days) >= 1 && Number(days) <= MAX_DAYS)
  const next = { ...policy, max_token_ttl_days: days === '' || !isValid ? null : Number(days) }
  const stopped = listStoppedTokens(tokens, settings, next)
  const save = () => savePolicy(next, settings).then(onChange)
  const submit = () => {
    if (stopped.length === 0) return save()
    setAsking(true)
    return false
  }
  return (
    <>
      <SettingsForm class="settings-fields" submit={messages.savePolicy} disabled={!isValid} run={submit}>
        <h3>{messages.tokens}</h3>
        <PolicyFields {...{ policy, setPolicy, days, setDays, isValid }} />
        <StoppedTokens tokens={stopped} />
      </SettingsForm>
      {isAsking && (
        <ConfirmDialog
          title={messages.policyTitle(stopped.length)}
          confirm={messages.policyConfirm}
          effects={[...listNames(stopped), messages.policyHint]}
          run={save}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

async function savePolicy(policy: TokenPolicy, settings: OrganizationSettings): Promise<void> {
  const { allow_personal_tokens, require_token_expiry, max_token_ttl_days } = policy
  const { org } = getStore()
  const body = { allow_personal_tokens, require_token_expiry, max_token_ttl_days }
  await createApiClient(org).organizations.updateSettings(org, body, { ifMatch: settings })
  showToast({ text: messages.saved })
}

interface PolicyFieldsProps {
  policy: TokenPolicy
  setPolicy: (policy: TokenPolicy) => void
  days: string
  setDays: (days: string) => void
  isValid: boolean
}

const PolicyFields = ({ policy, setPolicy, days, setDays, isValid }: PolicyFieldsProps) => (
  <>
    <CheckField
      label={messages.personal}
      hint={messages.personalHint}
      checked={policy.allow_personal_tokens}
      onChange={(allow_personal_tokens) => setPolicy({ ...policy, allow_personal_tokens })}
    />
    <CheckField
      label={messages.requireExpiry}
      checked={policy.require_token_expiry}
      onChange={(require_token_expiry) => setPolicy({ ...policy, require_token_expiry })}
    />
    <TextField
      label={messages.maxLifetime}
      hint={messages.maxLifetimeHint}
      error={isValid ? undefined : messages.badDays(MAX_DAYS)}
      value={days}
      onChange={(text) => setDays(text.trim())}
    />
  </>
)

function listNames(tokens: readonly Token[]): string[] {
  const names = tokens
    .slice(0, MAX_NAMED)
    .map(
      ({ name, principal_display, grant_type }) =>
        `${name} (${principal_display ?? ''}, ${grantTypeNames[grant_type]})`,
    )
  return tokens.length > MAX_NAMED ? [...names, messages.moreTokens(tokens.length - MAX_NAMED)] : names
}

const StoppedTokens = ({ tokens }: { tokens: readonly Token[] }) => (
  <div role="status">
    {tokens.length > 0 && (
      <>
        <p class="settings-bad">{messages.stops(tokens.length)}</p>
        <ul>
          {listNames(tokens).map((name) => (
            <li key={name} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)
