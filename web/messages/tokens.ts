import type { Scope, TokenStatus } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'
import { formatNumber, plural } from './plural.ts'

export const tokenTexts = defineMessages('tokenTexts', {
  intro:
    'A token lets a script, an app or a command line act as you or as a service account. It can do what its scopes and the role of its account both allow.',
  create: 'New token',
  personalOff: 'Your organization does not accept personal tokens. Use a token of a service account.',
  mine: 'Your tokens',
  all: 'All tokens',
  which: 'Tokens',
  showOld: 'Show expired and revoked',
  none: 'No tokens yet.',
  expires: 'expires',
  expired: 'expired',
  revokedAt: 'revoked',
  neverExpires: 'does not expire',
  lastUsed: 'used',
  neverUsed: 'never used',
  actsAs: (name: string) => `acts as ${name}`,
  readOnly: 'Read only',
  app: 'App',
  rename: 'Rename…',
  rotate: 'Replace with a new token…',
  revoke: 'Revoke…',
  name: 'Name',
  nameHint: 'What uses it, such as “Nightly report”',
  renameTitle: 'Rename token',
  save: 'Save',
  scopes: 'Scopes',
  noAccess: 'No access',
  read: 'Read',
  write: 'Read and write',
  everything: 'Everything, including the audit log',
  expiry: 'Expires',
  inDays: (days: number) => `in ${formatNumber(days)} days`,
  never: 'Never',
  actor: 'Acts as',
  me: 'You',
  createTitle: 'New access token',
  createConfirm: 'Create token',
  secretTitle: (name: string) => `Token “${name}”`,
  secretLabel: 'Token',
  secretHint: 'Copy it now: it is not shown again. Treat it like a password.',
  rotateTitle: (name: string) => `Replace “${name}” with a new token?`,
  rotateTexts: [
    'A new token with the same name, scopes and lifetime is created and shown once.',
    'The current token keeps working for 60 seconds, so that you can change it where it is used.',
  ],
  rotateConfirm: 'Create new token',
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeTexts: ['It stops working immediately, wherever it is used. This cannot be undone.'],
  revokeAppTexts: [
    'It stops working immediately. The connection of the app that it belongs to ends, so the app must be connected again.',
  ],
  revokeConfirm: 'Revoke',
})

export const tokenStatusNames = defineMessages<Record<TokenStatus, string>>('tokenStatusNames', {
  active: 'Active',
  revoked: 'Revoked',
  expired: 'Expired',
})

/** Explains each scope. */
export const scopeHints = defineMessages<Record<Scope, string>>('scopeHints', {
  'tasks:read': 'See tasks, comments, attachments, history, sections and saved views',
  'tasks:write': 'Also create, change and delete them',
  'projects:read': 'See projects, their members, files, goals and roadmaps',
  'projects:write': 'Also create, change and delete them',
  'teams:read': 'See teams, sprints, milestones and availability',
  'teams:write': 'Also create, change and delete them',
  'org:read': 'See the organization, its settings, members, invitations and tokens',
  'org:write': 'Also change them, invite people and create tokens',
  'webhooks:read': 'See webhooks and what they delivered',
  'webhooks:write': 'Also create, change, test and delete them',
  admin: 'All of the above, and the audit log',
})

export const scopeResourceNames = defineMessages<Record<string, string>>('scopeResourceNames', {
  tasks: 'Tasks',
  projects: 'Projects',
  teams: 'Teams',
  org: 'Organization',
  webhooks: 'Webhooks',
})

export const serviceAccountTexts = defineMessages('serviceAccountTexts', {
  title: 'Service accounts',
  intro: 'Members for programs: they cannot sign in, act through tokens, and outlast the people who set them up.',
  create: 'New service account',
  createConfirm: 'Create',
  none: 'No service accounts yet.',
  tokens: (count: number) => plural(count, { one: '# valid token', other: '# valid tokens' }),
  newToken: 'New token…',
  rename: 'Rename…',
  renameTitle: 'Rename service account',
  deactivate: 'Deactivate…',
  deactivated: 'Deactivated',
  deactivateTitle: (name: string) => `Deactivate ${name} for good?`,
  deactivateTexts: [
    'All its tokens stop working immediately.',
    'It leaves its projects and teams. What it alone owns, and tasks that only it can see, pass to you.',
    'This cannot be undone.',
  ],
})
