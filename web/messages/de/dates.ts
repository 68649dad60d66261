import type * as english from '../dates.ts'

export const dateTexts: typeof english.dateTexts = {
  today: 'Heute',
  tomorrow: 'Morgen',
  nextWeek: 'Nächste Woche',
  none: 'Kein Datum',
  earlier: 'Voriger Monat',
  later: 'Nächster Monat',
  write: 'Ein Datum: fr, in 2 Wochen, 24. Dez.',
  means: (day) => `Enter für ${day}`,
  unknown: 'Kein gültiges Datum',
}
