import type { Notification, NotificationKind } from '@svc/sdk'
import { inbox as messages, kindTexts } from '../../messages/inbox.ts'
import { Person } from '../../parts/person.tsx'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { addressOf, setDone, setRead } from './inbox-actions.ts'

const icons: Record<NotificationKind, IconName> = {
  mentioned: 'at',
  replied: 'reply',
  assigned: 'person',
  unassigned: 'person',
  reminder: 'clock',
  overdue: 'warning',
  due_today: 'calendar',
  unblocked: 'check-circle',
  invited: 'team',
  webhook_disabled: 'warning',
  webhook_enabled: 'check-circle',
  sprint_closing: 'sprint',
  milestone_closing: 'diamond',
  commented: 'comment',
  status_changed: 'task',
}

interface Props {
  notification: Notification
  /** Whether the keys stand on it. */
  current: boolean
  onOpen: () => void
}

/** A notification: who did what to what, and when. */
export function InboxRow({ notification: one, current, onOpen }: Props) {
  const actor = one.causes.at(-1)?.actor_username
  const names = ['inbox-row', !one.read && 'inbox-row-unread', current && 'inbox-row-current']
  return (
    <div
      class={names.filter(Boolean).join(' ')}
      role="listitem"
      aria-current={current || undefined}
      data-id={one.notification_id}
    >
      <span class="inbox-row-dot">{!one.read && <span class="hidden-text">{messages.isUnread}</span>}</span>
      <span class="inbox-row-who">
        {actor ? <Person username={actor} bare size={24} /> : <Icon name={icons[one.kind]} />}
      </span>
      <a class="inbox-row-link" href={addressOf(one)} onClick={onOpen} tabIndex={current ? 0 : -1}>
        <bdi class="inbox-row-title one-line">{one.title ?? messages.untitled}</bdi>
        <span class="inbox-row-said">
          <Icon name={icons[one.kind]} size={14} />
          <span class="one-line">
            {actor && <bdi>{actor} </bdi>}
            {kindTexts[one.kind]}
            {one.cause_count > 1 && ` ${messages.others(one.cause_count - 1)}`}
          </span>
        </span>
      </a>
      <span class="inbox-row-when">
        <Ago at={one.updated_at} />
      </span>
      <RowActions one={one} />
    </div>
  )
}

const RowActions = ({ one }: { one: Notification }) => (
  <span class="inbox-row-actions">
    {!one.done && (
      <Button
        kind="quiet"
        small
        icon="mail"
        title={one.read ? messages.markUnread : messages.markRead}
        keys="u"
        onClick={() => setRead(one, !one.read)}
      />
    )}
    <Button
      kind="quiet"
      small
      icon={one.done ? 'undo' : 'check'}
      title={one.done ? messages.bringBack : messages.markDone}
      keys="e"
      onClick={() => setDone(one, !one.done)}
    />
  </span>
)
