import { defineMessages } from './define-messages.ts'

export const signOutTexts = defineMessages('signOutTexts', {
  signOutTitle: 'Sign out with unsent changes?',
  signOutText: 'Some changes or drafts were not sent to the server. Signing out deletes them.',
  signOutAnyway: 'Sign out and delete them',
  stay: 'Stay signed in',
})
