import { data } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'

export function Badge() {
  const count = data().unread.value
  if (count === 0) return null
  return (
    <span class="sidebar-badge">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span class="hidden-text">{frameTexts.unread(count)}</span>
    </span>
  )
}
