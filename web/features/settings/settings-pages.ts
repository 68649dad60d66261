import type { ComponentType } from 'preact'
import { settingsPageNames as names, type settingsGroupNames } from '../../messages/settings-pages.ts'
import type { IconName } from '../../components/icon.tsx'
import { getStore } from '../../store/current-store.ts'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { isGuest, isOrgAdmin } from '../members/permissions.ts'
import { canManageFields } from '../field-settings/field-rights.ts'

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

const isMember = () => !isGuest()
const isOperator = () => getStore().me.value.is_operator === true

/** Pages of the settings in the order of the navigation, each in a chunk of its own. */
const PAGES: readonly SettingsPage[] = [
  {
    id: '',
    title: names.preferences,
    group: 'personal',
    icon: 'gear',
    Page: lazyComponent(async () => (await import('./preferences-page.tsx')).PreferencesPage),
  },
  {
    id: 'sign-in',
    title: names.signIn,
    group: 'personal',
    icon: 'lock',
    Page: lazyComponent(async () => (await import('./sign-in-page.tsx')).SignInPage),
  },
  {
    id: 'my-data',
    title: names.myData,
    group: 'personal',
    icon: 'download',
    Page: lazyComponent(async () => (await import('./my-data-page.tsx')).MyDataPage),
  },
  {
    id: 'members',
    title: names.members,
    group: 'organization',
    icon: 'person',
    Page: lazyComponent(async () => (await import('./members-page.tsx')).MembersPage),
  },
  {
    id: 'teams',
    title: names.teams,
    group: 'organization',
    icon: 'team',
    Page: lazyComponent(async () => (await import('./teams-page.tsx')).TeamsPage),
  },
  {
    id: 'organization',
    title: names.organization,
    group: 'organization',
    icon: 'organization',
    when: isOrgAdmin,
    Page: lazyComponent(async () => (await import('./organization-page.tsx')).OrganizationPage),
  },
  {
    id: 'fields',
    title: names.fields,
    group: 'organization',
    icon: 'select',
    when: canManageFields,
    Page: lazyComponent(async () => (await import('../field-settings/fields-page.tsx')).FieldsPage),
  },
  {
    id: 'audit',
    title: names.audit,
    group: 'organization',
    icon: 'history',
    when: isOrgAdmin,
    Page: lazyComponent(async () => (await import('./audit-page.tsx')).AuditPage),
  },
  {
    id: 'access',
    title: names.access,
    group: 'organization',
    icon: 'check-circle',
    when: isOrgAdmin,
    Page: lazyComponent(async () => (await import('./access-page.tsx')).AccessPage),
  },
  {
    id: 'import',
    title: names.import,
    group: 'organization',
    icon: 'upload',
    Page: lazyComponent(async () => (await import('./import-page.tsx')).ImportPage),
  },
  {
    id: 'export',
    title: names.export,
    group: 'organization',
    icon: 'download',
    Page: lazyComponent(async () => (await import('./export-page.tsx')).ExportPage),
  },
  {
    id: 'tokens',
    title: names.tokens,
    group: 'developer',
    icon: 'lock',
    when: isMember,
    Page: lazyComponent(async () => (await import('./tokens-page.tsx')).TokensPage),
  },
  {
    id: 'webhooks',
    title: names.webhooks,
    group: 'developer',
    icon: 'send',
    when: isOrgAdmin,
    Page: lazyComponent(async () => (await import('./webhooks-page.tsx')).WebhooksPage),
  },
  {
    id: 'apps',
    title: names.apps,
    group: 'developer',
    icon: 'view',
    when: isOrgAdmin,
    Page: lazyComponent(async () => (await import('./apps-page.tsx')).AppsPage),
  },
  {
    id: 'agent',
    title: names.agent,
    group: 'developer',
    icon: 'robot',
    Page: lazyComponent(async () => (await import('./agent-page.tsx')).AgentPage),
  },
  {
    id: 'installation',
    title: names.installation,
    group: 'server',
    icon: 'monitor',
    when: isOperator,
    Page: lazyComponent(async () => (await import('./installation-page.tsx')).InstallationPage),
  },
]

export const listSettingsPages = (): SettingsPage[] => PAGES.filter(({ when }) => when?.() ?? true)
