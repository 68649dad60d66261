import type * as english from '../settings-pages.ts'

export const settingsGroupNames: typeof english.settingsGroupNames = {
  personal: 'Personnel',
  organization: 'Organisation',
  developer: 'Développement',
  server: 'Serveur',
}

export const settingsPageNames: typeof english.settingsPageNames = {
  preferences: 'Préférences',
  signIn: 'Modes de connexion',
  myData: 'Mes données',
  import: 'Import',
  export: 'Export',
  members: 'Membres',
  teams: 'Équipes',
  organization: 'Général',
  audit: 'Journal d’audit',
  access: 'Revue des accès',
  tokens: 'Jetons d’accès',
  webhooks: 'Webhooks',
  apps: 'Applications OAuth',
  agent: 'Connecter un agent',
  fields: 'Champs personnalisés',
  installation: 'Installation',
}

export const settingsNavTexts: typeof english.settingsNavTexts = {
  title: 'Paramètres',
  label: 'Pages des paramètres',
  choose: 'Choisir une page des paramètres',
  unknown: 'Cette page de paramètres n’existe pas, ou votre rôle ne permet pas de l’utiliser.',
  back: 'Aller aux préférences',
}
