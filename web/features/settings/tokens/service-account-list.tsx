import type { ServiceAccount } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { serviceAccountTexts as messages, tokenTexts } from '../../../messages/tokens.ts'
import { Button } from '../../../components/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import type { MenuItem } from '../../../components/menu.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { NameDialog } from '../kit/name-dialog.tsx'
import { ItemMenu, SettingsItem } from '../kit/settings-item.tsx'
import { useSave } from '../kit/use-save.ts'

interface ServiceAccountListProps {
  accounts: readonly ServiceAccount[]
  onChange: () => void
  onNewToken: (account: ServiceAccount) => void
}

type DialogState = { what: 'create' } | { what: 'rename' | 'deactivate'; account: ServiceAccount }

export function ServiceAccountList({ accounts, onChange, onNewToken }: ServiceAccountListProps) {
  const [dialog, setDialog] = useState<DialogState>()
  return (
    <section class="settings-section">
      <div class="settings-head">
        <h2>{messages.title}</h2>
        <Button icon="plus" onClick={() => setDialog({ what: 'create' })}>
          {messages.create}
        </Button>
      </div>
      <p class="settings-hint">{messages.intro}</p>
      {accounts.length === 0 ? (
        <p class="settings-hint">{messages.none}</p>
      ) : (
        <ul class="settings-list">
          {accounts.map((account) => (
            <ServiceAccountRow key={account.user_id} {...{ account, setDialog, onNewToken }} />
          ))}
        </ul>
      )}
      {dialog && <ServiceAccountDialog state={dialog} onChange={onChange} onClose={() => setDialog(undefined)} />}
    </section>
  )
}

interface ServiceAccountRowProps {
  account: ServiceAccount
  setDialog: (state: DialogState) => void
  onNewToken: (account: ServiceAccount) => void
}

function ServiceAccountRow({ account, setDialog, onNewToken }: ServiceAccountRowProps) {
  const { name, username, is_active, active_tokens } = account
  const label = name ?? username
  const buildOpenDialog = (what: 'rename' | 'deactivate') => () => setDialog({ what, account })
  const items: MenuItem[] = [
    { id: 'token', label: messages.newToken, icon: 'plus', onSelect: () => onNewToken(account) },
    { id: 'rename', label: messages.rename, icon: 'edit', onSelect: buildOpenDialog('rename') },
    {
      id: 'off',
      label: messages.deactivate,
      icon: 'trash',
      danger: true,
      hasSeparator: true,
      onSelect: buildOpenDialog('deactivate'),
    },
  ]
  return (
    <SettingsItem
      icon={<Icon name="robot" />}
      title={label}
      isOff={!is_active}
      badges={[!is_active && messages.deactivated]}
      facts={[username, is_active && messages.tokens(active_tokens)]}
    >
      <ItemMenu name={label} items={is_active ? items : []} />
    </SettingsItem>
  )
}

interface ServiceAccountDialogProps {
  state: DialogState
  onChange: () => void
  onClose: () => void
}

function useAccountSave(account: ServiceAccount | undefined) {
  const { serviceAccounts } = createApiClient(getStore().org)
  return useSave((account ?? {}) as ServiceAccount, {
    read: (row) => serviceAccounts.read(row),
    send: ({ name }, row) => serviceAccounts.update(row, { name: name! }),
  })
}

function ServiceAccountDialog({ state, onChange, onClose }: ServiceAccountDialogProps) {
  const { serviceAccounts } = createApiClient(getStore().org)
  const save = useAccountSave(state.what === 'create' ? undefined : state.account)
  const run = (act: (name: string) => PromiseLike<unknown>) => async (name: string) => {
    await act(name)
    onChange()
    getStore().notifyChanged('organizationMembers')
  }
  if (state.what === 'create')
    return (
      <NameDialog
        title={messages.create}
        submit={messages.createConfirm}
        name=""
        run={run((name) => serviceAccounts.create({ name }))}
        onClose={onClose}
      />
    )
  const { user_id, name, username } = state.account
  if (state.what === 'rename')
    return (
      <NameDialog
        title={messages.renameTitle}
        submit={tokenTexts.save}
        name={name ?? ''}
        run={run((next) => save({ name: next }))}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      title={messages.deactivateTitle(name ?? username)}
      confirm={messages.deactivate.replace('…', '')}
      effects={messages.deactivateTexts}
      run={() => run(() => serviceAccounts.delete(user_id))('')}
      onClose={onClose}
    />
  )
}
