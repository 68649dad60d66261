import type * as english from '../dates.ts'

export const dateTexts: typeof english.dateTexts = {
  today: 'Aujourd’hui',
  tomorrow: 'Demain',
  nextWeek: 'Semaine prochaine',
  none: 'Aucune date',
  earlier: 'Mois précédent',
  later: 'Mois suivant',
  write: 'Une date : ven, dans 2 semaines, 24 déc.',
  means: (day) => `Entrée pour ${day}`,
  unknown: 'Date non valide',
}
