import { accountTexts as messages } from '../../messages/account-settings.ts'
import { Button } from '../../components/button.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { AccountProblem } from './account-problem.tsx'
import { requestAccount, useAccountChange, type AccountSettingProps } from './account.ts'

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
      <table class="settings-table">
        <tbody>
          {account.identities.map(({ identity_id, issuer, connected_at }) => (
            <tr key={identity_id}>
              <th scope="row">
                {issuer}
                <span class="settings-small">
                  {messages.connected} <RelativeTime at={connected_at} />
                </span>
              </th>
              <td class="settings-end">
                <Button
                  kind="quiet"
                  title={messages.disconnectOne(issuer)}
                  disabled={isPending}
                  onClick={() => void disconnect(identity_id)}
                >
                  {messages.disconnect}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AccountProblem problem={problem} />
      {account.can_connect && (
        <div class="settings-row">
          <a class="button button-plain" href="/id/connect">
            {messages.connect}
          </a>
        </div>
      )}
    </section>
  )
}
