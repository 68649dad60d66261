import { currentLocation } from '../location.ts'
import { openPalette, openQuickAdd, quickAddDefaults } from '../commands/dialog-state.ts'
import { getStore } from '../store/current-store.ts'
import { frameTexts } from '../messages/app.ts'
import { canAddTasks } from '../features/members/permissions.ts'
import { toggleSidebar } from '../components/top-bar.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { UnreadBadge } from './unread-badge.tsx'
import './bottom-bar.css'

export function BottomBar() {
  const base = `/o/${getStore().org}`
  return (
    <nav class="bottom-bar" aria-label={frameTexts.bottomBar}>
      <Tab to={`${base}/my`} icon="target" label={frameTexts.myWork} />
      <Tab to={`${base}/inbox`} icon="inbox" label={frameTexts.inbox} badge />
      {canAddTasks() && (
        <ActionButton
          icon="plus"
          label={frameTexts.newTaskShort}
          name={frameTexts.newTask}
          run={() => openQuickAdd(quickAddDefaults.value)}
        />
      )}
      <ActionButton icon="search" label={frameTexts.search} run={() => openPalette()} />
      <ActionButton icon="menu" label={frameTexts.places} run={toggleSidebar} />
    </nav>
  )
}

function Tab({ to, icon, label, badge }: { to: string; icon: IconName; label: string; badge?: boolean }) {
  return (
    <a href={to} aria-current={currentLocation.value.path === to ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      <span class="one-line">{label}</span>
      {badge && <UnreadBadge />}
    </a>
  )
}

interface ActionProps {
  icon: IconName
  label: string
  /** Full name, of which the label is a part. */
  name?: string
  run: () => void
}

const ActionButton = ({ icon, label, name, run }: ActionProps) => (
  <button type="button" aria-label={name} onClick={run}>
    <Icon name={icon} size={20} />
    <span class="one-line">{label}</span>
  </button>
)
