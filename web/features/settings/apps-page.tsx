import type { OAuthClient, OAuthClientCreated } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { useQuery } from '../../store/use-query.ts'
import { appTexts as messages, reviewStateNames } from '../../messages/apps.ts'
import { Button } from '../../components/button.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { Icon } from '../../components/icon.tsx'
import type { MenuItem } from '../../components/menu.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { copyToClipboard } from '../../components/util/clipboard.ts'
import { SecretDialog } from './kit/secret-dialog.tsx'
import { ItemMenu, SettingsItem } from './kit/settings-item.tsx'
import { AppDialog, type AppAction } from './apps/app-dialogs.tsx'

interface OpenAction {
  action: AppAction
  app?: OAuthClient
}

/** Lists the OAuth apps of the organization, and lets its admins register, change and revoke them. */
export function AppsPage() {
  const [open, setOpen] = useState<OpenAction>()
  const [created, setCreated] = useState<OAuthClientCreated>()
  const { value, problem, refetch } = useQuery('apps', (svc) => svc.oauthClients.list({ limit: 200 }))
  const finish = (secret?: OAuthClientCreated) => {
    setOpen(undefined)
    refetch()
    if (secret?.client_secret) setCreated(secret)
  }
  return (
    <section class="settings-section">
      <div class="settings-head">
        <p class="settings-hint">{messages.intro}</p>
        <Button kind="main" icon="plus" onClick={() => setOpen({ action: 'create' })}>
          {messages.create}
        </Button>
      </div>
      {problem ? <ErrorMessage problem={problem} retry={refetch} /> : !value && <Skeleton rows={3} height={52} />}
      {value?.data.length === 0 && <p class="settings-hint">{messages.none}</p>}
      {value && value.data.length > 0 && (
        <ul class="settings-list">
          {value.data.map((app) => (
            <AppItem key={app.client_id} app={app} onAct={(action) => setOpen({ action, app })} />
          ))}
        </ul>
      )}
      <p class="settings-hint">{messages.reviewHint}</p>
      {open && <AppDialog {...open} onDone={finish} onClose={() => setOpen(undefined)} />}
      {created && <NewSecret app={created} onClose={() => setCreated(undefined)} />}
    </section>
  )
}

function AppItem({ app, onAct }: { app: OAuthClient; onAct: (action: AppAction) => void }) {
  const { client_id, name, client_type, review_state, status, grants_count } = app
  const isActive = status === 'active'
  const toItem = (action: AppAction, label: string, icon: MenuItem['icon']): MenuItem => ({
    id: action,
    label,
    icon: icon!,
    danger: action === 'revoke',
    onSelect: () => onAct(action),
  })
  const items = [
    toItem('edit', messages.edit, 'edit'),
    ...(client_type === 'confidential' ? [toItem('rotate', messages.rotate, 'refresh')] : []),
    toItem('revoke', messages.revoke, 'trash'),
  ]
  return (
    <SettingsItem
      icon={<Icon name="view" />}
      title={name}
      isOff={!isActive}
      badges={[isActive ? reviewStateNames[review_state] : messages.revoked]}
      facts={[messages.clientId(client_id), messages.users(grants_count)]}
    >
      <Button
        kind="quiet"
        icon="copy"
        title={messages.copyId}
        onClick={() => void copyToClipboard(client_id, messages.copied)}
      />
      {isActive && <ItemMenu name={name} items={items} />}
    </SettingsItem>
  )
}

const NewSecret = ({ app, onClose }: { app: OAuthClientCreated; onClose: () => void }) => (
  <SecretDialog
    title={messages.secretTitle(app.name)}
    label={messages.secret}
    hint={messages.secretHint}
    secret={app.client_secret!}
    onClose={onClose}
  >
    {app.previous_secret_expires_at && <p class="settings-hint">{messages.oldSecret}</p>}
  </SecretDialog>
)
