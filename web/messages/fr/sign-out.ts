import type * as english from '../sign-out.ts'

export const signOutTexts: typeof english.signOutTexts = {
  signOutTitle: 'Se déconnecter avec des modifications non envoyées ?',
  signOutText: 'Des modifications ou des brouillons n’ont pas été envoyés au serveur. La déconnexion les supprime.',
  signOutAnyway: 'Se déconnecter et les supprimer',
  stay: 'Rester connecté',
}
