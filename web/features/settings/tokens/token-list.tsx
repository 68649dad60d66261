import type { Token } from '@svc/sdk'
import { tokenStatusNames, tokenTexts as messages } from '../../../messages/tokens.ts'
import { Icon } from '../../../components/icon.tsx'
import type { MenuItem } from '../../../components/menu.tsx'
import { ItemMenu, SettingsItem } from '../kit/settings-item.tsx'
import { Moment } from '../kit/moment.tsx'
import type { TokenDialogState } from './token-dialogs.tsx'
import { formatList } from '../../../components/util/intl.ts'

interface TokenListProps {
  tokens: readonly Token[]
  /** Names the principal of each token, in lists with those of several. */
  hasActors: boolean
  openDialog: (state: TokenDialogState) => void
}

export const TokenList = ({ tokens, hasActors, openDialog }: TokenListProps) =>
  tokens.length === 0 ? (
    <p class="settings-hint">{messages.none}</p>
  ) : (
    <ul class="settings-list">
      {tokens.map((token) => (
        <TokenRow key={token.token_id} {...{ token, hasActors, openDialog }} />
      ))}
    </ul>
  )

function TokenRow({ token, hasActors, openDialog }: Omit<TokenListProps, 'tokens'> & { token: Token }) {
  const { name, status, kind, grant_type, scopes, token_prefix, principal_display, last_used_at } = token
  const isBot = grant_type === 'service_account'
  return (
    <SettingsItem
      icon={<Icon name={isBot ? 'robot' : grant_type === 'personal' ? 'lock' : 'link'} />}
      title={name}
      isOff={status !== 'active'}
      badges={[
        status !== 'active' && tokenStatusNames[status],
        kind === 'test' && messages.readOnly,
        grant_type === 'authorization_code' && messages.app,
      ]}
      facts={[
        <code key="prefix">{token_prefix}…</code>,
        (hasActors || isBot) && messages.actsAs(principal_display ?? token.principal_user_id),
        formatList(scopes),
        last_used_at ? <Moment key="used" label={messages.lastUsed} at={last_used_at} /> : messages.neverUsed,
        <Ending key="ending" {...token} />,
      ]}
    >
      <ItemMenu name={name} items={status === 'active' ? listItems(token, openDialog) : []} />
    </SettingsItem>
  )
}

function Ending({ status, expires_at, revoked_at }: Token) {
  if (revoked_at && status === 'revoked') return <Moment label={messages.revokedAt} at={revoked_at} />
  if (!expires_at) return messages.neverExpires
  return <Moment label={status === 'expired' ? messages.expired : messages.expires} at={expires_at} />
}

function listItems(token: Token, openDialog: (state: TokenDialogState) => void): MenuItem[] {
  const buildOpenDialog = (what: TokenDialogState['what']) => () => openDialog({ what, token })
  const isApp = token.grant_type === 'authorization_code'
  const rotate: MenuItem = {
    id: 'rotate',
    label: messages.rotate,
    icon: 'refresh',
    onSelect: buildOpenDialog('rotate'),
  }
  return [
    { id: 'rename', label: messages.rename, icon: 'edit', onSelect: buildOpenDialog('rename') },
    ...(isApp ? [] : [rotate]),
    {
      id: 'revoke',
      label: messages.revoke,
      icon: 'trash',
      danger: true,
      hasSeparator: true,
      onSelect: buildOpenDialog('revoke'),
    },
  ]
}
