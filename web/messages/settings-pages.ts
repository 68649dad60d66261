import { defineMessages } from './define-messages.ts'

/** Groups of settings pages, in the order of the navigation. */
export const settingsGroupNames = defineMessages('settingsGroupNames', {
  personal: 'Personal',
  organization: 'Organization',
  developer: 'Developer',
  server: 'Server',
})

export const settingsPageNames = defineMessages('settingsPageNames', {
  preferences: 'Preferences',
  signIn: 'Ways to sign in',
  myData: 'My data',
  import: 'Import',
  export: 'Export',
  members: 'Members',
  teams: 'Teams',
  organization: 'General',
  audit: 'Audit log',
  access: 'Access review',
  tokens: 'Access tokens',
  webhooks: 'Webhooks',
  apps: 'OAuth apps',
  agent: 'Connect an agent',
  fields: 'Custom fields',
  installation: 'Installation',
})

export const settingsNavTexts = defineMessages('settingsNavTexts', {
  title: 'Settings',
  label: 'Settings pages',
  choose: 'Choose a settings page',
  unknown: 'There is no such settings page, or your role cannot use it.',
  back: 'Go to preferences',
})
