import { defineMessages } from './define-messages.ts'

export const claimTexts = defineMessages('claimTexts', {
  section: 'Claims',
  by: (who: string, until: string) => `Claimed by ${who} until ${until}`,
  byYou: (until: string) => `Claimed by you until ${until}`,
  note: (text: string) => ` · ${text}`,
  take: 'Claim…',
  renew: 'Renew…',
  release: 'Release',
})
