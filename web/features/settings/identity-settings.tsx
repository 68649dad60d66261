import { accountTexts as messages } from '../../messages/account-settings.ts'
import { Button } from '../../components/button.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { AccountProblem } from './account-problem.tsx'
import { requestAccount, useAccountChange, type Account, type AccountSettingProps } from './account.ts'

export function IdentitySettings({ account, onChange }: AccountSettingProps) {
  const { isPending, problem, run } = useAccountChange()
  if (account.identities.length === 0 && !account.can_connect) return null
  const disconnect = async (id: string) => {
    if (await run(() => requestAccount('DELETE', `/identities/${id}`))) onChange()
  }
  return (
    <section class="settings-section">
      <h2>{messages.identities}</h2>
      <p class="settings-hint">{messages.identitiesHint}</p>
      {account.identities.length > 0 && (
        <table class="settings-table">
          <tbody>
            {account.identities.map((one) => (
              <IdentityRow
                key={one.identity_id}
                identity={one}
                isPending={isPending}
                onDisconnect={() => void disconnect(one.identity_id)}
              />
            ))}
          </tbody>
        </table>
      )}
      <AccountProblem problem={problem} />
      {account.can_connect && <ConnectLink />}
    </section>
  )
}

const ConnectLink = () => (
  <div class="settings-row">
    <a class="button button-plain" href="/id/connect">
      {messages.connect}
    </a>
  </div>
)

interface IdentityRowProps {
  identity: Account['identities'][number]
  isPending: boolean
  onDisconnect: () => void
}

const IdentityRow = ({ identity: { issuer, connected_at }, isPending, onDisconnect }: IdentityRowProps) => (
  <tr>
    <th scope="row">
      {issuer}
      <span class="settings-small">
        {messages.connected} <RelativeTime at={connected_at} />
      </span>
    </th>
    <td class="settings-end">
      <Button kind="quiet" title={messages.disconnectOne(issuer)} disabled={isPending} onClick={onDisconnect}>
        {messages.disconnect}
      </Button>
    </td>
  </tr>
)
