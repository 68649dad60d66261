import type * as english from '../help.ts'

export const helpTexts: typeof english.helpTexts = {
  title: 'Raccourcis clavier',
  off: 'Les raccourcis à une seule touche sont désactivés.',
  search: 'Rechercher des raccourcis',
  nothing: 'Aucun raccourci n’a ce nom ni cette touche.',
  settings: 'Paramètres',
}
