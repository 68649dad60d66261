import { here } from '../address.ts'
import { openPalette, openQuickAdd, placeToAdd } from '../commands/overlay.ts'
import { data } from '../data/current.ts'
import { frameTexts } from '../messages/frame.ts'
import { mayAddTasks } from '../parts/rights.ts'
import { toggleSidebar } from '../parts/top-bar.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Badge } from './badge.tsx'
import './bottom-bar.css'

export function BottomBar() {
  const base = `/o/${data().org}`
  return (
    <nav class="bottom-bar" aria-label={frameTexts.bottomBar}>
      <Tab to={`${base}/my`} icon="check-circle" label={frameTexts.myWork} />
      <Tab to={`${base}/inbox`} icon="inbox" label={frameTexts.inbox} badge />
      {mayAddTasks() && (
        <ActionButton icon="plus" label={frameTexts.newTask} run={() => openQuickAdd(placeToAdd.value)} />
      )}
      <ActionButton icon="search" label={frameTexts.search} run={() => openPalette()} />
      <ActionButton icon="menu" label={frameTexts.places} run={toggleSidebar} />
    </nav>
  )
}

function Tab({ to, icon, label, badge }: { to: string; icon: IconName; label: string; badge?: boolean }) {
  return (
    <a href={to} aria-current={here.value.path === to ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      {label}
      {badge && <Badge />}
    </a>
  )
}

const ActionButton = ({ icon, label, run }: { icon: IconName; label: string; run: () => void }) => (
  <button type="button" onClick={run}>
    <Icon name={icon} size={20} />
    {label}
  </button>
)
