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
}
