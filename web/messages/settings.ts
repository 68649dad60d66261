import type { NotificationKind, NotificationMail } from '@svc/sdk'

/** The texts of the settings. */
export const settingsTexts = {
  title: 'Settings',
  looks: 'Looks',
  theme: 'Theme',
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  keys: 'Keyboard',
  singleKeys: 'Single keys',
  singleKeysHint:
    'Letters such as c and j do something outside of text fields. Switch them off if you dictate, or press keys by accident; combinations with Ctrl or ⌘ keep working.',
  all: 'All shortcuts',
  time: 'Time',
  zone: 'Time zone',
  zoneHint: 'What is due today, and what is overdue, goes by your day.',
  browserZone: (zone: string) => `This browser says ${zone}. `,
  useIt: 'Use it',
  sessions: 'Where you are signed in',
  thisSession: 'This browser',
  since: 'Since',
  lastUsed: 'Last used',
  end: 'End',
  endAll: 'End all others',
  ended: 'The session is ended',
  notifications: 'Notifications',
  inbox: 'Inbox',
  mail: 'By mail',
  what: 'What happened',
  saved: 'Saved',
  unknownBrowser: 'A browser',
} as const

export const kindNames: Record<NotificationKind, string> = {
  mentioned: 'A comment mentions you',
  replied: 'Somebody replies to your comment',
  assigned: 'A task is assigned to you',
  unassigned: 'A task is no longer assigned to you',
  reminder: 'A reminder is due',
  overdue: 'A task of yours is overdue',
  due_today: 'A task of yours is due today',
  unblocked: 'What a task of yours waited for is done',
  invited: 'You are added to a project or a team',
  webhook_disabled: 'Your webhook was disabled',
  webhook_enabled: 'Your webhook was enabled again',
  sprint_closing: 'A sprint of your team ends today',
  milestone_closing: 'A milestone of your team is today',
  commented: 'A task that you watch gets a comment',
  status_changed: 'A task that you watch changes its status',
}

export const mailNames: Record<NotificationMail, string> = {
  now: 'At once',
  daily: 'Once a day',
  never: 'Never',
}
