import { count } from './plural.ts'
import { defineMessages } from './define-messages.ts'

export const accessTexts = defineMessages('accessTexts', {
  intro: 'All active members with how they sign in and their valid tokens. The CSV lists each token.',
  lastSigned: (name: string) => `Last signed by ${name}`,
  never: 'Not signed yet.',
  sign: 'Sign review',
  signTitle: 'Sign the access review',
  signHint:
    'The audit log records that you reviewed this list. It is refused if the access changed since you opened it.',
  note: 'Note',
  serviceAccount: 'service account',
  noSecondFactor: 'no second factor',
  ways: { password: 'password', passkey: 'passkey', identity_provider: 'identity provider' },
  tokens: (n: number) => count(n, 'token'),
  lastActive: 'active',
})
