import { useState } from 'preact/hooks'
import type { OrganizationMember } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { openDialog } from '../../commands/dialog-state.ts'
import { useCommands } from '../../commands/commands.ts'
import { memberTexts as messages } from '../../messages/members.ts'
import { settingsKitTexts } from '../../messages/settings-kit.ts'
import { roleNames } from '../../messages/onboarding.ts'
import { isOrgAdmin } from '../members/permissions.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { normalizeForSearch } from '../../components/util/text-search.ts'
import { InvitationList } from './members/invitation-list.tsx'
import { JoinRequestList } from './members/join-request-list.tsx'
import type { MemberDialogState } from './members/member-actions.ts'
import { MemberDialog } from './members/member-dialogs.tsx'
import { MemberRow } from './members/member-row.tsx'

const MAX_SHOWN = 100

/** Number of rows that the store reads of a short list; in larger organizations the server searches. */
const MAX_LOADED = 1000

export function MembersPage() {
  const [text, setText] = useState('')
  const [dialog, setDialog] = useState<MemberDialogState>()
  const members = useMembers(text)
  useCommands([
    { id: 'search-members', title: messages.focusSearch, section: messages.page, keys: 'f', run: focusSearch },
  ])
  return (
    <>
      <section class="settings-section">
        <div class="settings-head">
          <input
            id="member-search"
            type="search"
            class="input"
            aria-label={messages.search}
            placeholder={messages.search}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          {isOrgAdmin() && (
            <Button kind="main" icon="plus" onClick={() => openDialog('invite')}>
              {messages.invite}
            </Button>
          )}
        </div>
        {members ? <MemberList {...{ members, text, setDialog }} /> : <Skeleton rows={8} height={52} />}
      </section>
      {isOrgAdmin() && <JoinRequestList />}
      {isOrgAdmin() && <InvitationList />}
      {dialog && <MemberDialog {...dialog} onClose={() => setDialog(undefined)} />}
    </>
  )
}

interface MemberListProps {
  members: readonly OrganizationMember[]
  text: string
  setDialog: (state: MemberDialogState) => void
}

function MemberList({ members, text, setDialog }: MemberListProps) {
  const [shown, setShown] = useState(MAX_SHOWN)
  return (
    <>
      <p class="settings-hint" role="status">
        {text ? messages.found(members.length) : messages.count(members.length)}
      </p>
      <ul class="settings-list">
        {members.slice(0, shown).map((member) => (
          <MemberRow key={member.user_id} member={member} openDialog={setDialog} />
        ))}
      </ul>
      {members.length > shown && <Button onClick={() => setShown(shown + MAX_SHOWN)}>{settingsKitTexts.more}</Button>}
    </>
  )
}

const focusSearch = () => document.getElementById('member-search')?.focus()

/** Returns the members that match a text, active ones first. */
function useMembers(text: string): OrganizationMember[] | undefined {
  const all = getStore().all('organizationMembers').value
  const words = normalizeForSearch(text).split(/\s+/).filter(Boolean)
  const isPartial = all !== undefined && all.length >= MAX_LOADED && words.length > 0
  const found = isPartial ? getStore().all('organizationMembers', { search: text.trim() }).value : all
  const rows = isPartial ? found : found?.filter((member) => matches(member, words))
  return rows?.toSorted((a, b) => Number(b.is_active) - Number(a.is_active))
}

function matches(member: OrganizationMember, words: readonly string[]): boolean {
  const { name, username, email, role, designation } = member
  const text = normalizeForSearch([name, username, email, role && roleNames[role], designation].join(' '))
  return words.every((word) => text.includes(word))
}
