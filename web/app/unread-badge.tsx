import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { formatNumber } from '../messages/plural.ts'

export function UnreadBadge() {
  const count = getStore().unreadCount.value
  if (count === 0) return null
  return (
    <span class="sidebar-badge">
      <span aria-hidden="true">{count > 99 ? `${formatNumber(99)}+` : formatNumber(count)}</span>
      <span class="hidden-text">{frameTexts.unread(count)}</span>
    </span>
  )
}
