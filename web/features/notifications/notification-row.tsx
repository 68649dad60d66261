import type { Notification, NotificationKind } from '@svc/sdk'
import { useEffect } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { inboxTexts as messages, notificationTexts } from '../../messages/inbox.ts'
import { UserName } from '../members/user-name.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { Button } from '../../components/button.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { buildResourceUrl, setNotificationRead } from './notification-actions.ts'

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
  join_requested: 'person',
  webhook_disabled: 'warning',
  webhook_enabled: 'check-circle',
  export_finished: 'download',
  export_failed: 'warning',
  sprint_closing: 'sprint',
  milestone_closing: 'diamond',
  commented: 'comment',
  status_changed: 'task',
}

interface Props {
  notification: Notification
  isCurrent: boolean
  onOpen: () => void
  onFocus: () => void
  onDone: () => void
}

export function NotificationRow({ notification, isCurrent, onOpen, onFocus, onDone }: Props) {
  const actor = findCause(notification)?.actor_username
  const names = ['inbox-row', !notification.read && 'inbox-row-unread', isCurrent && 'inbox-row-current']
  return (
    <div
      class={names.filter(Boolean).join(' ')}
      role="listitem"
      aria-current={isCurrent || undefined}
      data-id={notification.notification_id}
    >
      <span class="inbox-row-dot">{!notification.read && <span class="hidden-text">{messages.isUnread}</span>}</span>
      <span class="inbox-row-who">
        {actor ? <UserName username={actor} bare size={24} /> : <Icon name={icons[notification.kind]} />}
      </span>
      <a
        class="inbox-row-link"
        href={buildResourceUrl(notification)}
        onClick={onOpen}
        onFocus={onFocus}
        tabIndex={isCurrent ? 0 : -1}
      >
        <RowTitle {...notification} />
        <span class="inbox-row-said">
          <Icon name={icons[notification.kind]} size={14} />
          <span class="one-line">
            {actor && <bdi>{actor} </bdi>}
            {notificationTexts[notification.kind]}
            {notification.cause_count > 1 && ` ${messages.others(notification.cause_count - 1)}`}
            <CommentStart notification={notification} />
          </span>
        </span>
      </a>
      <span class="inbox-row-when">
        <RelativeTime at={notification.updated_at} />
      </span>
      <RowActions notification={notification} onDone={onDone} />
    </div>
  )
}

const RowTitle = ({ task_key, title }: Notification) => (
  <span class="inbox-row-title one-line">
    {task_key && <span class="task-key">{task_key}</span>}
    <bdi>{title ?? messages.untitled}</bdi>
  </span>
)

const commentKinds: readonly NotificationKind[] = ['mentioned', 'replied', 'commented']
const MAX_COMMENT_LENGTH = 140

/** Returns the last cause of the kind that the row shows; later ones may be others, without a user. */
const findCause = ({ kind, causes }: Notification) => causes.findLast((cause) => cause.kind === kind) ?? causes.at(-1)

/** Shows the first words of the comment that caused a notification. */
function CommentStart({ notification }: { notification: Notification }) {
  const cause = findCause(notification)
  const id = cause && commentKinds.includes(cause.kind) ? cause.part_id : null
  return id ? <CommentWords id={id} /> : null
}

function CommentWords({ id }: { id: string }) {
  const comment = getStore().row('taskComments', id).value
  useEffect(() => {
    const read = () => getStore().read('taskComments', id)
    if (comment === undefined) void read().catch(() => undefined)
  }, [id])
  const words = comment?.content?.replaceAll(/\s+/g, ' ').trim()
  if (!words) return null
  const shown = words.length > MAX_COMMENT_LENGTH ? `${words.slice(0, MAX_COMMENT_LENGTH).trimEnd()}…` : words
  return (
    <bdi class="inbox-row-words" title={words}>
      {messages.words(shown)}
    </bdi>
  )
}

const RowActions = ({ notification, onDone }: Pick<Props, 'notification' | 'onDone'>) => (
  <span class="inbox-row-actions">
    {!notification.done && (
      <Button
        kind="quiet"
        small
        icon="mail"
        title={notification.read ? messages.markUnread : messages.markRead}
        keys="u"
        onClick={() => setNotificationRead(notification, !notification.read)}
      />
    )}
    <Button
      kind="quiet"
      small
      icon={notification.done ? 'undo' : 'check'}
      title={notification.done ? messages.bringBack : messages.markDone}
      keys="e"
      onClick={onDone}
    />
  </span>
)
