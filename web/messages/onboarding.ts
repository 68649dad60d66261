import type { OrganizationRole } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'

export const signInTexts = defineMessages('signInTexts', {
  title: 'Sign in to svc',
  text: 'Tasks and plans of your organization, live.',
  button: 'Sign in',
})

export const secondFactorTexts = defineMessages('secondFactorTexts', {
  title: (org: string) => `${org} requires a second factor`,
  text: 'Sign in again to set one up, or to use the one you have. Your other organizations stay open.',
  button: 'Sign in again',
  others: 'Your other organizations',
})

export const onboardingTexts = defineMessages('onboardingTexts', {
  title: (name: string) => (name ? `Welcome, ${name}` : 'Welcome'),
  signedIn: (who: string) => `Signed in as ${who}. To join an existing organization, ask its administrator for access.`,
  invitedTo: 'You are invited',
  invitation: (org: string, role: string) => `${org} invites you as ${role}`,
  by: (email: string) => `Invited by ${email}`,
  accept: 'Join',
  reject: 'Decline',
  joinable: 'Organizations of your email domain',
  byDomain: 'Your email address lets you join',
  join: (org: string) => `Join ${org}`,
  askToJoin: 'Ask to join',
  asked: 'You asked to join. An administrator decides.',
  org: 'Organization',
  orgHint: 'The name of your company, club or crew',
  project: 'First project',
  projectHint: 'What you want to get done, such as “Spring launch”',
  invite: 'Invite people',
  inviteHint: 'Email addresses, separated by commas. You can do this later.',
  task: 'First task',
  taskHint: 'What needs to be done first?',
  begin: 'Get started',
  beginning: 'Setting up…',
  back: 'Back',
  required: 'Enter a name',
  badAddress: (text: string) => `“${text}” is not an email address`,
  notInvited: (addresses: string) => `Could not invite ${addresses}`,
})

export const projectTexts = defineMessages('projectTexts', {
  title: 'New project',
  name: 'Name',
  prefix: 'Prefix of task keys (optional)',
  prefixHint: 'Such as QUAY for QUAY-12. Derived from the name by default.',
  sections: 'Sections',
  presets: {
    none: 'None',
    simple: 'Simple: To do, Doing, Done',
    software: 'Software: Backlog, To do, In progress, In review, Done',
  },
  presetHint: 'Each section stands for a status. They can be changed later.',
  make: 'Create project',
})

export const inviteTexts = defineMessages('inviteTexts', {
  title: 'Invite people',
  addresses: 'Email addresses',
  addressesHint: (origin: string) =>
    `Separated by commas or spaces. People join with the link that you or the server sends them, or when they sign in at ${origin}`,
  required: 'Enter an email address',
  role: 'Role',
  roleHints: {
    owner: 'Full access, and can appoint other owners',
    admin: 'Manages people, projects and settings',
    member: 'Sees what is open to the organization, and creates projects and tasks',
    guest: 'Sees only the projects they are added to',
  } satisfies Record<OrganizationRole, string>,
  send: 'Invite',
  invited: (addresses: string) => `Invited ${addresses}`,
  linksTitle: 'Send these links',
  linksHint: 'Each link lets that person join, once. They are not shown again: send each one to its person only.',
  copyLink: 'Copy',
  linkCopied: 'Link copied',
  copyLinks: 'Copy all',
  linksCopied: 'Links copied',
  linksDone: 'Done',
})

export const roleNames = defineMessages<Record<OrganizationRole, string>>('roleNames', {
  owner: 'owner',
  admin: 'administrator',
  member: 'member',
  guest: 'guest',
})
