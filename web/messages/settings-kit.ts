import { defineMessages } from './define-messages.ts'

export const settingsKitTexts = defineMessages('settingsKitTexts', {
  freshSignIn: 'This needs a sign-in within the last 10 minutes. Sign in again, then try again.',
  freshSignInFirst: 'This needs a sign-in within the last 10 minutes. Sign in again before you fill in the form.',
  signInAgain: 'Sign in again',
  typeName: (name: string) => `Type ${name} to confirm`,
  secretCopied: 'Copied',
  copySecret: 'Copy',
  done: 'Done',
  more: 'Show more',
  actions: (name: string) => `Actions for ${name}`,
  created: (name: string) => `Created “${name}”`,
  changed: (name: string) => `Changed “${name}”`,
  deleted: (name: string) => `Deleted “${name}”`,
  stale: 'Another user changed this at the same time. Check what it is now, then try again.',
  changedTo: (values: string) =>
    `Another user changed this at the same time. It is now: ${values}. Save again to replace it.`,
  empty: 'empty',
})
