import type { ProjectVisibility, TokenGrantType } from '@svc/sdk'

export const organizationTexts = {
  general: 'Profile',
  name: 'Name',
  description: 'Description',
  email: 'Contact email',
  save: 'Save',
  saved: 'Saved',
  projects: 'Projects',
  visibility: 'Visibility of new projects',
  visibilityHint: 'For projects created without a choice. Existing projects keep theirs.',
  security: 'Security',
  secondFactor: 'Require a second factor',
  secondFactorHint:
    'Members with an account of this server set up an authenticator app or a passkey at their next sign-in. People who sign in through an identity provider are not affected.',
  tokens: 'Token policy',
  personal: 'Accept personal tokens',
  personalHint: 'Otherwise only tokens of service accounts and apps work.',
  requireExpiry: 'Require an expiry',
  maxLifetime: 'Longest lifetime in days',
  maxLifetimeHint: 'From creation to expiry. Empty: no limit.',
  badDays: (most: number) => `Enter a number from 1 to ${most}, or leave it empty.`,
  savePolicy: 'Save token policy',
  stopsNone: 'This affects no token in use.',
  stops: (count: number) => (count === 1 ? 'This stops 1 token:' : `This stops ${count} tokens:`),
  moreTokens: (count: number) => `and ${count} more`,
  policyTitle: (count: number) => (count === 1 ? 'Stop 1 token?' : `Stop ${count} tokens?`),
  policyConfirm: 'Save and stop them',
  policyHint: 'They work again if you undo the change before they expire.',
  audit: 'Audit log',
  retention: 'Days to keep events',
  retentionHint: 'Older events are hidden from the audit log and then deleted. Empty: forever.',
  danger: 'Danger zone',
  delete: 'Delete organization…',
  deleteHint: 'Deletes everything in it, for everyone.',
  deleteOwners: 'Only owners can delete the organization.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteTexts: [
    'All members lose access immediately, to all projects, tasks, files and comments.',
    'Access tokens, webhooks and apps registered here stop working, apps also in other organizations.',
    'This cannot be undone.',
  ],
  deleteConfirm: 'Delete organization',
} as const

export const visibilityNames: Record<ProjectVisibility, string> = {
  public: 'Open to all members',
  private: 'Only for people who are added',
}

export const grantTypeNames: Record<TokenGrantType, string> = {
  personal: 'personal',
  service_account: 'service account',
  authorization_code: 'app',
}

export const auditTexts = {
  intro: 'Changes in the organization, newest first.',
  actor: 'By',
  anyone: 'Anyone',
  resource: 'What',
  anything: 'Anything',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  csv: 'Download CSV',
  none: 'No events.',
  noneMatch: 'No events match the filters.',
  system: 'The system',
  more: 'Show more',
  before: 'Before',
  after: 'After',
  token: 'token',
  request: 'request',
} as const
