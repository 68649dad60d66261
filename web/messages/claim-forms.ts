import { defineMessages } from './define-messages.ts'

export const claimFormTexts = defineMessages('claimFormTexts', {
  takeTitle: (title: string) => `Claim “${title}”`,
  renewTitle: (title: string) => `Renew the claim of “${title}”`,
  hint: 'Others cannot claim the task until the claim ends or is released. It can still be edited.',
  duration: 'For',
  durations: {
    900: '15 minutes',
    1800: '30 minutes',
    3600: '1 hour',
    7200: '2 hours',
    14_400: '4 hours',
    28_800: '8 hours',
    86_400: '24 hours',
  } as Record<number, string>,
  note: 'Note (optional)',
  noteHint: 'What you are working on, for everyone who can read the task.',
  take: 'Claim',
  renew: 'Renew',
  cancel: 'Cancel',
  taken: (title: string, until: string) => `Claimed “${title}” until ${until}`,
  released: (title: string) => `Released “${title}”`,
  releaseTitle: (who: string) => `Release the claim of ${who}?`,
  releaseText: (who: string) =>
    `${who} may be working on the task. What the claim changed is reverted, unless it was changed since, and other workers can claim it.`,
  releaseNow: 'Release the claim',
})
