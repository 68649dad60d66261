import type * as english from '../claims.ts'

export const claimTexts: typeof english.claimTexts = {
  section: 'Réservations',
  by: (who, until) => `Réservée par ${who} jusqu’à ${until}`,
  byYou: (until) => `Réservée par vous jusqu’à ${until}`,
  note: (text) => ` · ${text}`,
  take: 'Réserver…',
  renew: 'Prolonger…',
  release: 'Libérer',
}
