import type * as english from '../unsaved.ts'

export const unsavedTexts: typeof english.unsavedTexts = {
  title: 'Abandonner votre saisie ?',
  hint: 'Elle n’est pas encore enregistrée.',
  stay: 'Continuer la saisie',
  discard: 'Abandonner',
}
