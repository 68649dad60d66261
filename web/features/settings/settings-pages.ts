import type { ComponentType } from 'preact'
import { settingsPageNames as names, type settingsGroupNames } from '../../messages/settings-pages.ts'
import type { IconName } from '../../components/icon.tsx'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { getStore } from '../../store/current-store.ts'

export interface SettingsPage {
  /** Last segment of the address, `/settings/ID`. The page without one is at `/settings`. */
  id: string
  title: string
  group: keyof typeof settingsGroupNames
  icon: IconName
  /** Returns whether the user may open the page; always, if unset. */
  when?: () => boolean
  Page: ComponentType<object>
}

/** Pages of the settings in the order of the navigation, each in a chunk of its own. */
const PAGES: readonly SettingsPage[] = [
  {
    id: '',
    title: names.preferences,
    group: 'personal',
    icon: 'settings',
    Page: lazyComponent(async () => (await import('./preferences-page.tsx')).PreferencesPage),
  },
  {
    id: 'sign-in',
    title: names.signIn,
    group: 'personal',
    icon: 'lock',
    Page: lazyComponent(async () => (await import('./sign-in-page.tsx')).SignInPage),
  },
]

export const listSettingsPages = (): SettingsPage[] => PAGES.filter(({ when }) => when?.() ?? true)

export const buildSettingsPath = (id: string): string => `/o/${getStore().org}/settings${id && `/${id}`}`
