import type * as english from '../claims.ts'

export const claimTexts: typeof english.claimTexts = {
  section: 'Reservas',
  by: (who, until) => `Reservada por ${who} hasta ${until}`,
  byYou: (until) => `Reservada por ti hasta ${until}`,
  note: (text) => ` · ${text}`,
  take: 'Reservar…',
  renew: 'Prolongar…',
  release: 'Liberar',
}
