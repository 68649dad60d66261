import type { Token, TokenCreated } from '@svc/sdk'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { useQuery } from '../../store/use-query.ts'
import { tokenTexts as messages } from '../../messages/tokens.ts'
import { isOrgAdmin } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { NewToken, TokenDialog, type TokenDialogState } from './tokens/token-dialogs.tsx'
import { ServiceAccountList } from './tokens/service-account-list.tsx'
import { TokenForm } from './tokens/token-form.tsx'
import { TokenList } from './tokens/token-list.tsx'
import './tokens/tokens.css'

type FormState = { account?: string }

export function TokensPage() {
  const [form, setForm] = useState<FormState>()
  const [created, setCreated] = useState<TokenCreated>()
  const { value, problem, refetch } = useTokenData()
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return <Skeleton rows={8} height={52} />
  const { policy } = value
  const accounts = value.accounts.filter(({ is_active }) => is_active)
  const canCreate = policy.allow_personal_tokens || accounts.length > 0
  const showCreated = (token: TokenCreated) => {
    setForm(undefined)
    setCreated(token)
    refetch()
  }
  return (
    <>
      <TokenSection tokens={value.tokens} onChange={refetch} onCreated={showCreated}>
        {canCreate && (
          <Button kind="main" icon="plus" onClick={() => setForm({})}>
            {messages.create}
          </Button>
        )}
      </TokenSection>
      {!policy.allow_personal_tokens && <p class="settings-hint">{messages.personalOff}</p>}
      {isOrgAdmin() && (
        <ServiceAccountList
          accounts={value.accounts}
          onChange={refetch}
          onNewToken={({ user_id }) => setForm({ account: user_id })}
        />
      )}
      {form && (
        <TokenForm {...{ policy, accounts, ...form }} onCreated={showCreated} onClose={() => setForm(undefined)} />
      )}
      {created && <NewToken token={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}

const MAX_ROWS = 1000

const useTokenData = () =>
  useQuery('tokens', async (svc) => {
    const [tokens, policy, accounts] = await Promise.all([
      svc.tokens.list({ limit: MAX_ROWS, sort_by: 'created_at', sort_order: 'desc' }),
      svc.organizations.settings(getStore().org),
      isOrgAdmin() ? svc.serviceAccounts.list({ limit: MAX_ROWS }) : { data: [] },
    ])
    return { tokens: tokens.data, policy, accounts: accounts.data }
  })

interface TokenSectionProps {
  tokens: readonly Token[]
  onChange: () => void
  onCreated: (token: TokenCreated) => void
  children: ComponentChildren
}

function TokenSection({ tokens, onChange, onCreated, children }: TokenSectionProps) {
  const [isAll, setAll] = useState(false)
  const [hasOld, setOld] = useState(false)
  const [dialog, setDialog] = useState<TokenDialogState>()
  const myId = getStore().me.value.principal.id
  const shown = tokens.filter(
    ({ principal_user_id, status }) => (isAll || principal_user_id === myId) && (hasOld || status === 'active'),
  )
  return (
    <section class="settings-section">
      <div class="settings-head">
        <p class="settings-hint">{messages.intro}</p>
        {children}
      </div>
      <div class="settings-row">
        {isOrgAdmin() && (
          <div class="settings-row" role="group" aria-label={messages.which}>
            <Button pressed={!isAll} onClick={() => setAll(false)}>
              {messages.mine}
            </Button>
            <Button pressed={isAll} onClick={() => setAll(true)}>
              {messages.all}
            </Button>
          </div>
        )}
        <label class="settings-check">
          <input type="checkbox" checked={hasOld} onChange={({ currentTarget }) => setOld(currentTarget.checked)} />
          {messages.showOld}
        </label>
      </div>
      <TokenList tokens={shown} hasActors={isAll} openDialog={setDialog} />
      {dialog && <TokenDialog {...dialog} {...{ onChange, onCreated }} onClose={() => setDialog(undefined)} />}
    </section>
  )
}
