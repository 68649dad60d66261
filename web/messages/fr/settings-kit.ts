import type * as english from '../settings-kit.ts'

export const settingsKitTexts: typeof english.settingsKitTexts = {
  freshSignIn: 'Cela nécessite une connexion datant de moins de 10 minutes. Reconnectez-vous, puis réessayez.',
  freshSignInFirst:
    'Cela nécessite une connexion datant de moins de 10 minutes. Reconnectez-vous avant de remplir le formulaire.',
  signInAgain: 'Se reconnecter',
  typeName: (name) => `Saisissez ${name} pour confirmer`,
  secretCopied: 'Copié',
  copySecret: 'Copier',
  done: 'Terminé',
  more: 'Afficher plus',
  actions: (name) => `Actions pour ${name}`,
  created: (name) => `« ${name} » créé`,
  changed: (name) => `« ${name} » modifié`,
  deleted: (name) => `« ${name} » supprimé`,
  stale: 'Une autre personne a modifié cela en même temps. Vérifiez la valeur actuelle, puis réessayez.',
  changedTo: (values) =>
    `Une autre personne a modifié cela en même temps. Valeur actuelle : ${values}. Enregistrez à nouveau pour la remplacer.`,
  empty: 'vide',
}
