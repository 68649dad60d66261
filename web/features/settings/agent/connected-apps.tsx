import type { ConnectedApp } from '@svc/sdk'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { useQuery } from '../../../store/use-query.ts'
import { agentTexts as messages } from '../../../messages/agent.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Moment } from '../kit/moment.tsx'
import { SettingsItem } from '../kit/settings-item.tsx'
import { formatList } from '../../../components/util/intl.ts'

/** Apps that the user connected, in all of their organizations. */
export function ConnectedApps() {
  const [ending, setEnding] = useState<ConnectedApp>()
  const { value, problem, refetch } = useQuery('connected-apps', (svc) => svc.connectedApps.list({ limit: 1000 }))
  if (problem) return <ErrorMessage problem={problem} retry={refetch} />
  if (!value) return null
  const disconnect = async ({ grant_id }: ConnectedApp) => {
    await createApiClient().connectedApps.delete(grant_id)
    refetch()
  }
  return (
    <section class="settings-section">
      <h2>{messages.apps}</h2>
      {value.data.length === 0 && <p class="settings-hint">{messages.noApps}</p>}
      {value.data.length > 0 && (
        <ul class="settings-list">
          {value.data.map((app) => (
            <AppRow key={app.grant_id} app={app} onEnd={setEnding} />
          ))}
        </ul>
      )}
      {ending && (
        <ConfirmDialog
          title={messages.disconnectTitle(getAppName(ending))}
          confirm={messages.disconnect}
          effects={messages.disconnectTexts}
          run={() => disconnect(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </section>
  )
}

const getAppName = ({ client_name, client_id }: ConnectedApp): string => client_name ?? client_id

const AppRow = ({ app, onEnd }: { app: ConnectedApp; onEnd: (app: ConnectedApp) => void }) => (
  <SettingsItem
    icon={<Icon name="robot" />}
    title={getAppName(app)}
    facts={[
      app.org_name,
      formatList(app.scopes),
      app.created_at && <Moment key="since" label={messages.since} at={app.created_at} />,
      app.last_used_at ? <Moment key="used" label={messages.used} at={app.last_used_at} /> : messages.never,
    ]}
  >
    <Button onClick={() => onEnd(app)}>{messages.disconnect}</Button>
  </SettingsItem>
)
