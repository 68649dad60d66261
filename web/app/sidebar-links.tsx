import { useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { currentLocation } from '../location.ts'
import { frameTexts } from '../messages/app.ts'
import { commonTexts } from '../messages/common.ts'
import { Button } from '../components/button.tsx'
import { MoreButton } from '../components/more-button.tsx'
import { Icon, type IconName } from '../components/icon.tsx'
import { writeSetting, readSetting } from '../components/util/browser-settings.ts'

interface PlaceLinkProps {
  to: string
  icon: IconName | ComponentChildren
  label: string
  after?: ComponentChildren
  hasMenu?: boolean
}

export const SidebarLink = ({ to, icon, label, after, hasMenu }: PlaceLinkProps) => (
  <li>
    <a class="sidebar-place" href={to} aria-current={currentLocation.value.path === to ? 'page' : undefined}>
      {typeof icon === 'string' ? <Icon name={icon as IconName} /> : icon}
      <span class="sidebar-name one-line" dir="auto" title={label.length > 24 ? label : undefined}>
        {label}
      </span>
      {after}
    </a>
    {hasMenu && <MoreButton class="sidebar-more" title={commonTexts.actions(label)} />}
  </li>
)

const MAX_LINKS = 12

interface GroupProps {
  name: string
  title: string
  add?: { label: string; run: () => void }
  children: ComponentChildren
}

export function SidebarGroup({ name, title, add, children }: GroupProps) {
  const [open, setOpen] = useState(readSetting(`fold.${name}`) === null)
  const [all, setAll] = useState(false)
  const rows = [children].flat(2).filter(Boolean)
  const toggle = () => {
    writeSetting(`fold.${name}`, open ? 'folded' : null)
    setOpen(!open)
  }
  return (
    <section class="sidebar-group">
      <div class="sidebar-heading">
        <button type="button" class="sidebar-title" aria-expanded={open} onClick={toggle}>
          {title}
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size={10} />
        </button>
        {add && <Button kind="quiet" small icon="plus" title={add.label} onClick={add.run} />}
      </div>
      {open && <ul>{all ? rows : rows.slice(0, MAX_LINKS)}</ul>}
      {open && rows.length > MAX_LINKS && (
        <button type="button" class="sidebar-title" onClick={() => setAll(!all)}>
          {all ? frameTexts.less : `${frameTexts.more} (${rows.length - MAX_LINKS})`}
        </button>
      )}
    </section>
  )
}
