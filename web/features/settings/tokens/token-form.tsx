import type { OrganizationSettings, Scope, ServiceAccount, TokenCreated } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { tokenTexts as messages } from '../../../messages/tokens.ts'
import { FormField } from '../../../components/form-field.tsx'
import { DialogForm } from '../kit/dialog-form.tsx'
import { TextField } from '../kit/text-field.tsx'
import { ScopeFields } from './scope-fields.tsx'

interface TokenFormProps {
  policy: OrganizationSettings
  accounts: readonly ServiceAccount[]
  /** Service account that is chosen at first; the user, if unset. */
  account?: string | undefined
  onCreated: (token: TokenCreated) => void
  onClose: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIMES_DAYS = [7, 30, 90, 365]
const DEFAULT_LIFETIME_DAYS = 90
const NEVER = 0

/** Lifetimes that the token policy of the organization accepts, in days; 0 is no expiry. */
function listLifetimes({ max_token_ttl_days, require_token_expiry }: OrganizationSettings): number[] {
  if (max_token_ttl_days !== null)
    return [...new Set([...LIFETIMES_DAYS.filter((days) => days < max_token_ttl_days), max_token_ttl_days])]
  return require_token_expiry ? LIFETIMES_DAYS : [...LIFETIMES_DAYS, NEVER]
}

interface TokenDraft {
  name: string
  actor: string
  scopes: Scope[]
  days: number
}

function createDraft({ policy, accounts, account }: TokenFormProps): TokenDraft {
  const lifetimes = listLifetimes(policy)
  return {
    name: '',
    actor: account ?? (policy.allow_personal_tokens ? '' : (accounts[0]?.user_id ?? '')),
    scopes: ['tasks:write'],
    days: lifetimes.includes(DEFAULT_LIFETIME_DAYS) ? DEFAULT_LIFETIME_DAYS : lifetimes.at(-1)!,
  }
}

const createToken = ({ name, actor, scopes, days }: TokenDraft): PromiseLike<TokenCreated> =>
  createApiClient(getStore().org).tokens.create({
    name: name.trim(),
    scopes,
    // A second before the limit, since the server compares with its own clock.
    expires_at: days === NEVER ? null : new Date(Date.now() + days * DAY_MS - 1000).toISOString(),
    principal_user_id: actor || null,
  })

export function TokenForm(props: TokenFormProps) {
  const { policy, accounts, onCreated, onClose } = props
  const [draft, setDraft] = useState(() => createDraft(props))
  const change = (part: Partial<TokenDraft>) => setDraft({ ...draft, ...part })
  return (
    <DialogForm
      title={messages.createTitle}
      submit={messages.createConfirm}
      disabled={draft.scopes.length === 0 || !draft.name.trim()}
      needsSignIn
      run={async () => onCreated(await createToken(draft))}
      onClose={onClose}
      onDone={() => undefined}
    >
      <TextField
        label={messages.name}
        hint={messages.nameHint}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={100}
        autofocus
      />
      {accounts.length > 0 && (
        <ActorField
          accounts={accounts}
          actor={draft.actor}
          setActor={(actor) => change({ actor })}
          isPersonalAllowed={policy.allow_personal_tokens}
        />
      )}
      <ExpiryField lifetimes={listLifetimes(policy)} days={draft.days} setDays={(days) => change({ days })} />
      <ScopeFields scopes={draft.scopes} onChange={(scopes) => change({ scopes })} />
    </DialogForm>
  )
}

interface ExpiryFieldProps {
  lifetimes: readonly number[]
  days: number
  setDays: (days: number) => void
}

const ExpiryField = ({ lifetimes, days, setDays }: ExpiryFieldProps) => (
  <FormField label={messages.expiry}>
    <select class="input" value={days} onChange={(event: Event) => setDays(Number(readValue(event)))}>
      {lifetimes.map((one) => (
        <option key={one} value={one}>
          {one === NEVER ? messages.never : messages.inDays(one)}
        </option>
      ))}
    </select>
  </FormField>
)

const readValue = (event: Event) => (event.currentTarget as HTMLSelectElement).value

interface ActorFieldProps {
  accounts: readonly ServiceAccount[]
  actor: string
  setActor: (id: string) => void
  isPersonalAllowed: boolean
}

const ActorField = ({ accounts, actor, setActor, isPersonalAllowed }: ActorFieldProps) => (
  <FormField label={messages.actor}>
    <select class="input" value={actor} onChange={(event: Event) => setActor(readValue(event))}>
      {isPersonalAllowed && <option value="">{messages.me}</option>}
      {accounts.map(({ user_id, name, username }) => (
        <option key={user_id} value={user_id}>
          {name ?? username}
        </option>
      ))}
    </select>
  </FormField>
)
