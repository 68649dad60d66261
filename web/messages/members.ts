import type { OrganizationRole } from '@svc/sdk'
import { roleNames } from './onboarding.ts'
import { defineMessages } from './define-messages.ts'
import { count, plural } from './plural.ts'

const nameRole = (role: OrganizationRole) => roleNames[role]

export const memberTexts = defineMessages('memberTexts', {
  count: (count: number) => plural(count, { one: '# member', other: '# members' }),
  found: (count: number) => plural(count, { one: '# found', other: '# found' }),
  search: 'Search by name, email, role or designation',
  page: 'Members',
  focusSearch: 'Search members',
  invite: 'Invite people',
  you: 'You',
  deactivated: 'Deactivated',
  serviceAccount: 'Service account',
  lastActive: 'Active',
  neverActive: 'Never active',
  role: (name: string) => `Role of ${name}`,
  roleChanged: (name: string, role: OrganizationRole) => `${name} is now ${nameRole(role)}`,
  roleTitle: (name: string, role: OrganizationRole) => `Change the role of ${name} to ${nameRole(role)}?`,
  roleSelf: 'You lose your current rights. You cannot undo this yourself.',
  roleConfirm: 'Change role',
  undo: 'Undo',
  designation: (name: string) => `Designation of ${name}`,
  findDesignation: 'Find a designation',
  noDesignation: 'No designation',
  deactivate: 'Deactivate…',
  reactivate: 'Reactivate',
  reactivated: (name: string) => `${name} is active again`,
  remove: 'Remove from the organization…',
  leave: 'Leave the organization…',
  deactivateTitle: (name: string) => `Deactivate ${name}?`,
  deactivateTexts: [
    'They can no longer see or change anything here, and are signed out of this organization.',
    'Their access tokens stop working, and apps they connected are disconnected.',
    'They stay in their projects and teams and keep their tasks, so that you can reactivate them.',
  ],
  deactivateConfirm: 'Deactivate',
  removeTitle: (name: string) => `Remove ${name} from the organization?`,
  removeTexts: [
    'They leave all projects and teams. A later invitation does not bring them back there.',
    'Projects and teams that only they own, and tasks that only they can see, pass to you.',
    'They remain listed as assignee and author. Their tasks stay assigned to them until you change that.',
    'Their access tokens stop working, and apps they connected are disconnected.',
  ],
  removeConfirm: 'Remove',
  removeHint: 'To keep their memberships in case they return, deactivate them instead.',
  leaveTitle: 'Leave the organization?',
  leaveTexts: [
    'You leave all projects and teams. You can return only with a new invitation.',
    'Projects and teams that only you own pass to the longest-standing owner of the organization.',
    'Your access tokens for this organization stop working.',
  ],
  leaveConfirm: 'Leave',
  assigned: (name: string) => `Show the tasks of ${name}`,
})

export const handOverTexts = defineMessages('handOverTexts', {
  action: 'Hand over open work…',
  title: (name: string) => `Hand over the open work of ${name}`,
  to: 'Hand over open work to',
  hint: 'Open tasks that the receiver can read, projects as primary owner, and milestones of common teams.',
  noMember: 'No member',
  confirm: 'Hand over',
  done: (tasks: number, projects: number, milestones: number) =>
    `Handed over ${count(tasks, 'task')}, ${count(projects, 'project')} and ${count(milestones, 'milestone')}.`,
  left: (n: number) => `Not handed over: ${count(n, 'task')} that the receiver can’t read.`,
})

export const invitationTexts = defineMessages('invitationTexts', {
  title: 'Invitations',
  none: 'No invitations are waiting for an answer.',
  role: (email: string) => `Role for ${email}`,
  by: (name: string) => `Invited by ${name}`,
  sent: 'issued',
  expires: 'expires',
  changed: (email: string, role: OrganizationRole) => `${email} is invited as ${nameRole(role)}`,
  resend: 'Renew',
  resendTitle: (email: string) => `Renew the invitation for ${email}; earlier links stop working`,
  resent: (email: string) => `The invitation for ${email} is renewed`,
  linkTitle: (email: string) => `Invitation for ${email}`,
  linkLabel: 'Link to share',
  linkHint: 'It lets this person join, once. It replaces earlier links and is not shown again.',
  cancel: (email: string) => `Cancel the invitation for ${email}`,
  cancelTitle: (email: string) => `Cancel the invitation for ${email}?`,
  cancelEffect: 'The link of the invitation stops working.',
  cancelConfirm: 'Cancel invitation',
  cancelled: (email: string) => `The invitation for ${email} is canceled`,
})

export const joinRequestTexts = defineMessages('joinRequestTexts', {
  title: 'Requests to join',
  since: 'Requested',
  accept: 'Accept',
  decline: 'Decline',
  accepted: (username: string) => `${username} joined`,
  declined: (username: string) => `Declined ${username}`,
})
