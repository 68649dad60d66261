import type { JoinRequest } from '@svc/sdk'
import { createApiClient } from '../../../api/client.ts'
import { getStore } from '../../../store/current-store.ts'
import { useQuery } from '../../../store/use-query.ts'
import { joinRequestTexts as messages } from '../../../messages/members.ts'
import { Button } from '../../../components/button.tsx'
import { runAction } from '../kit/action-problem.tsx'
import { Moment } from '../kit/moment.tsx'
import { SettingsItem } from '../kit/settings-item.tsx'

/** Users who ask to join by their domain; shown only if there are any. */
export function JoinRequestList() {
  const { value, refetch } = useQuery('join-requests', (svc) => svc.joinRequests.list({ limit: 1000 }))
  if (!value?.data.length) return null
  return (
    <section class="settings-section">
      <h2>{messages.title}</h2>
      <ul class="settings-list">
        {value.data.map((request) => (
          <JoinRequestItem key={request.user_id} request={request} onChange={refetch} />
        ))}
      </ul>
    </section>
  )
}

function JoinRequestItem({ request, onChange }: { request: JoinRequest; onChange: () => void }) {
  const { joinRequests } = createApiClient(getStore().org)
  const { user_id, username, name, email, created_at } = request
  const perform = async (run: () => PromiseLike<unknown>, text: string) => {
    await runAction(run, { text })
    onChange()
  }
  const accept = () => joinRequests.accept(user_id).then(() => getStore().notifyChanged('organizationMembers'))
  return (
    <SettingsItem
      title={name ?? username}
      facts={[username, email, <Moment key="asked" label={messages.since} at={created_at} />]}
    >
      <Button small kind="main" onClick={() => void perform(accept, messages.accepted(username))}>
        {messages.accept}
      </Button>
      <Button small onClick={() => void perform(() => joinRequests.decline(user_id), messages.declined(username))}>
        {messages.decline}
      </Button>
    </SettingsItem>
  )
}
