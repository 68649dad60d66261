import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { frameTexts } from '../messages/frame.ts'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { keep, kept } from '../ui/kept.ts'
import { useScreenTitle } from './page-title.ts'
import './top-bar.css'

/** Whether the sidebar is shown; on a narrow window it lies over the content. */
export const sidebarOpen = signal(isWide() && kept('sidebar') !== 'closed')

/** Whether there is room for it beside the content. */
export function isWide(): boolean {
  return matchMedia('(min-width: 960px)').matches
}

// Where the window becomes narrow, nothing may lie over the content that nobody asked for.
matchMedia('(min-width: 960px)').addEventListener('change', ({ matches }) => {
  sidebarOpen.value = matches && kept('sidebar') !== 'closed'
})

export function toggleSidebar(): void {
  sidebarOpen.value = !sidebarOpen.value
  if (isWide()) keep('sidebar', sidebarOpen.value ? null : 'closed')
}

interface TopBarProps {
  title: string
  icon?: IconName
  /** Beside the title: tabs, a count. */
  beside?: ComponentChildren
  /** At the end: what can be done with the whole screen. */
  children?: ComponentChildren
}

/** The bar above a screen: what it shows, and what can be done with it. Every screen begins with one. */
export function TopBar({ title, icon, beside, children }: TopBarProps) {
  useScreenTitle(title)
  return (
    <header class="top-bar">
      {!sidebarOpen.value && (
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
        {icon && <Icon name={icon} />}
        <h1 class="one-line" dir="auto">
          {title}
        </h1>
      </div>
      {beside}
      <div class="top-bar-tools">{children}</div>
    </header>
  )
}
