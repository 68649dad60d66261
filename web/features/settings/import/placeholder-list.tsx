import type { Placeholder } from '@svc/sdk'
import { importsListPlaceholders, importsMatchPlaceholder } from '@svc/sdk/operations'
import { useState } from 'preact/hooks'
import { createApiClient } from '../../../api/client.ts'
import { importTexts as messages } from '../../../messages/imports.ts'
import { settingsKitTexts } from '../../../messages/settings-kit.ts'
import { getStore } from '../../../store/current-store.ts'
import { useQuery } from '../../../store/use-query.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { getMembers } from '../../members/members.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { SettingsItem } from '../kit/settings-item.tsx'

const PAGE_SIZE = 200

interface Choice {
  placeholder: Placeholder
  username: string
}

/** People of imports who are no members, and who of the members they are. */
export function PlaceholderList() {
  const { org } = getStore()
  const [choice, setChoice] = useState<Choice>()
  const { rows, hasMore, loadMore, refetch } = usePlaceholders()
  if (rows.length === 0) return null
  return (
    <section class="settings-section">
      <h2>{messages.placeholders}</h2>
      <p class="settings-hint">{messages.placeholdersHint}</p>
      <ul class="settings-list">
        {rows.map((one) => (
          <PlaceholderItem
            key={one.user_id}
            {...one}
            onChoose={(username) => setChoice({ placeholder: one, username })}
          />
        ))}
      </ul>
      {hasMore && <Button onClick={loadMore}>{settingsKitTexts.more}</Button>}
      {choice && (
        <ConfirmDialog
          title={messages.isPerson(getName(choice.placeholder), choice.username)}
          confirm={messages.isPersonConfirm}
          effects={messages.isPersonTexts}
          run={async () => {
            const { user_id } = choice.placeholder
            await importsMatchPlaceholder(createApiClient(org), user_id, { username: choice.username })
            refetch()
          }}
          onClose={() => setChoice(undefined)}
        />
      )}
    </section>
  )
}

const getName = ({ name, username }: Placeholder) => name ?? username

/** Loads the first pages; more are loaded on request. */
function usePlaceholders() {
  const [pages, setPages] = useState(1)
  const { value, refetch } = useQuery(`placeholders ${pages}`, async (svc) => {
    const rows: Placeholder[] = []
    let cursor: string | null = ''
    for (let page = 0; page < pages && cursor !== null; page += 1) {
      const found = await importsListPlaceholders(svc, { limit: PAGE_SIZE, ...(cursor && { cursor }) })
      rows.push(...found.data)
      cursor = found.next_cursor
    }
    return { rows, hasMore: cursor !== null }
  })
  return { rows: [], hasMore: false, ...value, refetch, loadMore: () => setPages(pages + 1) }
}

function PlaceholderItem({ onChoose, ...one }: Placeholder & { onChoose: (username: string) => void }) {
  const name = getName(one)
  const members = getMembers().active.filter(({ kind }) => kind === 'user')
  return (
    <SettingsItem
      icon={<Avatar name={name} absent size={32} />}
      title={name}
      badges={[messages.placeholder]}
      facts={[one.username !== name && one.username, one.email]}
    >
      {one.matched_username === null ? (
        <select
          class="input"
          aria-label={messages.whoIs(name)}
          value=""
          onChange={(event) => {
            const { value } = event.currentTarget
            // Shows the choice only once it is confirmed.
            event.currentTarget.value = ''
            onChoose(value)
          }}
        >
          <option value="">{messages.thisIs}</option>
          {members.map(
            ({ username }) =>
              username && (
                <option key={username} value={username}>
                  {username}
                </option>
              ),
          )}
        </select>
      ) : (
        <span class="settings-small">{messages.becomes(one.matched_username)}</span>
      )}
    </SettingsItem>
  )
}
