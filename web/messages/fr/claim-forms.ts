import type * as english from '../claim-forms.ts'

export const claimFormTexts: typeof english.claimFormTexts = {
  takeTitle: (title) => `Réserver « ${title} »`,
  renewTitle: (title) => `Prolonger la réservation de « ${title} »`,
  hint: 'Personne d’autre ne peut réserver la tâche avant que la réservation ne se termine ou ne soit libérée. La tâche reste modifiable.',
  duration: 'Pendant',
  durations: {
    900: '15 minutes',
    1800: '30 minutes',
    3600: '1 heure',
    7200: '2 heures',
    14_400: '4 heures',
    28_800: '8 heures',
    86_400: '24 heures',
  },
  note: 'Note (facultatif)',
  noteHint: 'Ce sur quoi vous travaillez, pour toutes les personnes qui peuvent lire la tâche.',
  take: 'Réserver',
  renew: 'Prolonger',
  cancel: 'Annuler',
  taken: (title, until) => `« ${title} » réservée jusqu’à ${until}`,
  released: (title) => `« ${title} » libérée`,
  releaseTitle: (who) => `Libérer la réservation de ${who} ?`,
  releaseText: (who) =>
    `${who} travaille peut-être sur la tâche. Ce que la réservation a modifié est rétabli, sauf si cela a changé depuis, et d’autres peuvent réserver la tâche.`,
  releaseNow: 'Libérer la réservation',
}
