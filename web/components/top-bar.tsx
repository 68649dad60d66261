import { signal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { frameTexts } from '../messages/app.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { writeSetting, readSetting } from './util/browser-settings.ts'
import { useScreenTitle } from './page-title.ts'
import './top-bar.css'

export const isSidebarOpen = signal(isWideWindow() && readSetting('sidebar') !== 'closed')

export function isWideWindow(): boolean {
  return matchMedia('(width >= 60rem)').matches
}

// Closes the sidebar when the window becomes narrow, so that it does not cover the content.
matchMedia('(width >= 60rem)').addEventListener('change', ({ matches }) => {
  isSidebarOpen.value = matches && readSetting('sidebar') !== 'closed'
})

export function toggleSidebar(): void {
  isSidebarOpen.value = !isSidebarOpen.value
  if (isWideWindow()) writeSetting('sidebar', isSidebarOpen.value ? null : 'closed')
}

const phone = matchMedia('(width < 45rem)')

/** True in narrow windows, where the open task covers the screen. */
export const isPhone = signal(phone.matches)
phone.addEventListener('change', ({ matches }) => void (isPhone.value = matches))

interface TopBarProps {
  title: string
  icon?: IconName | VNode
  beside?: ComponentChildren
  children?: ComponentChildren
}

export function TopBar({ title, icon, beside, children }: TopBarProps) {
  useScreenTitle(title)
  return (
    <header class="top-bar">
      {!isSidebarOpen.value && (
        <Button
          class="top-bar-sidebar"
          kind="quiet"
          icon="sidebar"
          title={frameTexts.showSidebar}
          keys="Mod+b"
          onClick={toggleSidebar}
        />
      )}
      <div class="top-bar-name">
        {typeof icon === 'string' ? <Icon name={icon} /> : icon}
        <h1 class="one-line" dir="auto">
          {title}
        </h1>
      </div>
      {beside}
      <div class="top-bar-tools">{children}</div>
    </header>
  )
}
