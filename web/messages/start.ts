import type { OrganizationRole } from '@svc/sdk'

/** The texts of signing in and of the first minute. */
export const signInTexts = {
  title: 'Sign in to svc',
  text: 'Tasks and plans of your organization, live.',
  button: 'Sign in',
} as const

export const startTexts = {
  title: (name: string) => (name ? `Welcome, ${name}` : 'Welcome'),
  invitedTo: 'You are invited',
  invitation: (org: string, role: string) => `${org} invites you as ${role}`,
  by: (email: string) => `Invited by ${email}`,
  accept: 'Join',
  reject: 'Decline',
  or: 'or begin something of your own',
  org: 'Organization',
  orgHint: 'The name of your company, club or crew',
  project: 'First project',
  projectHint: 'What you want to get done, such as “Spring launch”',
  invite: 'Invite people',
  inviteHint: 'Mail addresses with commas between them; they can wait',
  task: 'First task',
  taskHint: 'What is to be done first?',
  begin: 'Begin',
  beginning: 'One moment …',
  back: 'Back',
  required: 'A name is needed',
  badAddress: (text: string) => `“${text}” is no mail address`,
  notInvited: (addresses: string) => `These could not be invited: ${addresses}`,
  notMade: 'The organization was made, but not everything else:',
} as const

export const projectTexts = {
  title: 'New project',
  name: 'Name',
  description: 'What it is about',
  visibility: 'Who sees it',
  make: 'Make the project',
} as const

export const inviteTexts = {
  title: 'Invite people',
  addresses: 'Mail addresses',
  addressesHint: (origin: string) => `With commas between them. They answer when they sign in at ${origin}`,
  required: 'A mail address is needed',
  role: 'Role',
  roleHints: {
    owner: 'May do everything, and make others owners',
    admin: 'Runs the organization: people, projects, rules',
    member: 'Sees what is open to the organization, and makes projects and tasks',
    guest: 'Sees the projects they are added to',
  } satisfies Record<OrganizationRole, string>,
  send: 'Invite',
  invited: (addresses: string) => `Invited ${addresses}`,
} as const

export const roleNames: Record<OrganizationRole, string> = {
  owner: 'owner',
  admin: 'administrator',
  member: 'member',
  guest: 'guest',
}
