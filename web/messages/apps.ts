import type { OAuthClientReviewState, OAuthClientType } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'
import { count } from './plural.ts'

export const appTexts = defineMessages('appTexts', {
  intro:
    'An app acts for people who connect it, within what they allow. Register one for a program that other people use; for your own scripts, an access token is enough.',
  create: 'Register an app',
  createConfirm: 'Register app',
  edit: 'Edit…',
  editTitle: 'Edit app',
  save: 'Save',
  none: 'No apps yet.',
  name: 'Name',
  nameHint: 'People see it when they connect the app.',
  type: 'Kind',
  redirects: 'Redirect URIs',
  redirectsHint: 'One a line: https, http on this machine, or an own scheme such as com.example.app:/callback.',
  homepage: 'Home page (optional)',
  privacy: 'Privacy policy (optional)',
  users: (n: number) => count(n, 'connected person', 'connected people'),
  clientId: (id: string) => `Client ID ${id}`,
  copyId: 'Copy the client ID',
  copied: 'Client ID copied',
  revoked: 'Revoked',
  rotate: 'Replace the secret…',
  rotateTitle: (name: string) => `Replace the secret of ${name}?`,
  rotateTexts: [
    'A new secret is shown once.',
    'The present secret keeps working for 24 hours; an older one ends immediately.',
  ],
  rotateConfirm: 'Replace secret',
  revoke: 'Revoke…',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeTexts: (n: number) => [
    `All connections end immediately: ${count(n, 'person', 'people')}, in all organizations.`,
    'It cannot be connected again. This cannot be undone.',
  ],
  revokeConfirm: 'Revoke app',
  secretTitle: (name: string) => `Secret of ${name}`,
  secret: 'Client secret',
  secretHint: 'It is shown once. Store it where only the app can read it.',
  oldSecret: 'The former secret still works for up to 24 hours.',
  reviewHint: 'Operators of the server list reviewed apps. Until then, people of other organizations see a warning.',
})

export const appTypeNames = defineMessages<Record<OAuthClientType, string>>('appTypeNames', {
  confidential: 'On a server, with a secret',
  public: 'On devices or in browsers, without a secret',
})

export const reviewStateNames = defineMessages<Record<OAuthClientReviewState, string>>('reviewStateNames', {
  private: 'Not reviewed',
  listed: 'Reviewed',
})
