import type * as english from '../claims.ts'

export const claimTexts: typeof english.claimTexts = {
  section: 'Reservierungen',
  by: (who, until) => `Von ${who} bis ${until} reserviert`,
  byYou: (until) => `Von dir bis ${until} reserviert`,
  note: (text) => ` · ${text}`,
  take: 'Reservieren…',
  renew: 'Verlängern…',
  release: 'Freigeben',
}
