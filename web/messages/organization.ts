import type { DomainJoinMode, ProjectVisibility, TokenGrantType } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'
import { formatNumber, plural } from './plural.ts'

export const organizationTexts = defineMessages('organizationTexts', {
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
    'Members with an account of this server need an authenticator app or a passkey. People who sign in through an identity provider are not affected.',
  secondFactorTitle: 'Require a second factor?',
  secondFactorConfirm: 'Require it',
  secondFactorTexts: [
    'Members who signed in without one are led to the sign-in immediately, and set one up there.',
    'Their unsent changes are sent afterwards, and their other organizations stay open.',
    'Access tokens keep working.',
  ],
  secondFactorOffTitle: 'Stop requiring a second factor?',
  secondFactorOff: 'Stop requiring it',
  secondFactorOffTexts: [
    'Members can open the organization with a password alone.',
    'The second factors that members have set up remain.',
  ],
  tokens: 'Token policy',
  personal: 'Accept personal tokens',
  personalHint: 'Otherwise only tokens of service accounts and apps work.',
  requireExpiry: 'Require an expiry',
  maxLifetime: 'Longest lifetime in days',
  maxLifetimeHint: 'From creation to expiry. Empty: no limit.',
  badDays: (max: number) => `Enter a number from 1 to ${formatNumber(max)}, or leave it empty.`,
  savePolicy: 'Save token policy',
  stops: (count: number) => plural(count, { one: 'This stops # token:', other: 'This stops # tokens:' }),
  moreTokens: (count: number) => `and ${formatNumber(count)} more`,
  policyTitle: (count: number) => plural(count, { one: 'Stop # token?', other: 'Stop # tokens?' }),
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
})

export const domainTexts = defineMessages('domainTexts', {
  title: 'Domains',
  hint: 'People with a verified email address of a proved domain can join, when they start in the console.',
  proved: 'proved',
  sent: (address: string) => `A code is sent to ${address}`,
  noMail: 'This server sends no email, so no code arrives. Its administrator can set SMTP_URL.',
  enterCode: 'Enter code',
  add: 'Add domain',
  addTitle: 'Add a domain',
  domain: 'Domain',
  domainHint: 'Such as example.com. A code is emailed to postmaster at this domain.',
  codeTitle: (domain: string) => `Prove ${domain}`,
  code: 'Code',
  codeHint: 'From the email, valid for 24 hours.',
  prove: 'Prove',
  delete: (domain: string) => `Delete ${domain}`,
  deleted: (domain: string) => `Deleted ${domain}`,
  mode: 'How they join',
  modes: {
    instant: 'As a member, without approval',
    approval: 'After an administrator accepts',
  } satisfies Record<DomainJoinMode, string>,
})

export const visibilityNames = defineMessages<Record<ProjectVisibility, string>>('visibilityNames', {
  public: 'Open to all members',
  private: 'Only for people who are added',
})

export const grantTypeNames = defineMessages<Record<TokenGrantType, string>>('grantTypeNames', {
  personal: 'personal',
  service_account: 'service account',
  authorization_code: 'app',
})

export const auditTexts = defineMessages('auditTexts', {
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
})
