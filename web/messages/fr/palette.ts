import type * as english from '../palette.ts'
import { plural } from '../plural.ts'

export const paletteTexts: typeof english.paletteTexts = {
  title: 'Palette de commandes',
  placeholder: 'Rechercher tâches, projets, personnes et commandes',
  commands: 'Commandes',
  tasks: 'Tâches',
  projects: 'Projets',
  teams: 'Équipes',
  people: 'Personnes',
  views: 'Vues',
  hint: '+ projets, @ personnes, > commandes',
  searchAll: (text) => `Rechercher « ${text} » dans toutes les tâches`,
  newTask: (text) => `Nouvelle tâche « ${text} »`,
  nothing: 'Aucun résultat',
  searching: 'Recherche en cours',
  found: (count) => plural(count, { one: '# résultat', other: '# résultats' }),
}

export const searchTexts: typeof english.searchTexts = {
  title: 'Recherche',
  label: 'Rechercher des tâches',
  placeholder: 'Texte d’un titre ou d’une description',
  inTitles: 'Titres seulement',
  hint: 'Saisissez une partie d’un titre ou d’une description.',
  nothing: (text) => `Aucune tâche ne correspond à « ${text} ».`,
  count: (count) => plural(count, { one: '# tâche', other: '# tâches' }),
}
