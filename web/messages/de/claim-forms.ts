import type * as english from '../claim-forms.ts'

export const claimFormTexts: typeof english.claimFormTexts = {
  takeTitle: (title) => `„${title}“ reservieren`,
  renewTitle: (title) => `Reservierung von „${title}“ verlängern`,
  hint: 'Niemand sonst kann die Aufgabe reservieren, bis die Reservierung endet oder freigegeben wird. Bearbeiten lässt sie sich weiterhin.',
  duration: 'Für',
  durations: {
    900: '15 Minuten',
    1800: '30 Minuten',
    3600: '1 Stunde',
    7200: '2 Stunden',
    14_400: '4 Stunden',
    28_800: '8 Stunden',
    86_400: '24 Stunden',
  },
  note: 'Notiz (optional)',
  noteHint: 'Woran du arbeitest, für alle, die die Aufgabe lesen können.',
  take: 'Reservieren',
  renew: 'Verlängern',
  cancel: 'Abbrechen',
  taken: (title, until) => `„${title}“ bis ${until} reserviert`,
  released: (title) => `„${title}“ freigegeben`,
  releaseTitle: (who) => `Reservierung von ${who} freigeben?`,
  releaseText: (who) =>
    `${who} arbeitet vielleicht an der Aufgabe. Was die Reservierung geändert hat, wird zurückgesetzt, sofern es nicht seither geändert wurde, und andere können die Aufgabe reservieren.`,
  releaseNow: 'Reservierung freigeben',
}
