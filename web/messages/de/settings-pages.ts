import type * as english from '../settings-pages.ts'

export const settingsGroupNames: typeof english.settingsGroupNames = {
  personal: 'Persönlich',
  organization: 'Organisation',
  developer: 'Entwicklung',
  server: 'Server',
}

export const settingsPageNames: typeof english.settingsPageNames = {
  preferences: 'Einstellungen',
  signIn: 'Anmeldung',
  myData: 'Meine Daten',
  import: 'Import',
  export: 'Export',
  members: 'Mitglieder',
  teams: 'Teams',
  organization: 'Allgemein',
  audit: 'Audit-Log',
  access: 'Zugriffsprüfung',
  tokens: 'Zugriffstokens',
  webhooks: 'Webhooks',
  apps: 'OAuth-Apps',
  agent: 'Agent verbinden',
  fields: 'Eigene Felder',
  installation: 'Installation',
}

export const settingsNavTexts: typeof english.settingsNavTexts = {
  title: 'Einstellungen',
  label: 'Einstellungsseiten',
  choose: 'Einstellungsseite auswählen',
  unknown: 'Diese Einstellungsseite gibt es nicht, oder deine Rolle kann sie nicht verwenden.',
  back: 'Zu den persönlichen Einstellungen',
}
