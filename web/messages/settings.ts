import type { NotificationKind, NotificationMail } from '@svc/sdk'
import { defineMessages } from './define-messages.ts'

export const settingsTexts = defineMessages('settingsTexts', {
  looks: 'Appearance',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  browserLanguage: 'As in the browser',
  languageHint: 'Applies in all your browsers, and to emails to you. Changing the language reloads the page.',
  keys: 'Keyboard',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint:
    'Keys such as c and j run commands outside of text fields. Turn them off if you dictate or press keys by accident. Shortcuts with Ctrl or ⌘ still work.',
  all: 'All shortcuts',
  time: 'Time',
  zone: 'Time zone',
  zoneHint: 'Decides which tasks are due today and which are overdue.',
  browserZone: (zone: string) => `This browser uses ${zone}. `,
  useIt: 'Use it',
  sessions: 'Sessions',
  thisSession: 'This browser',
  since: 'Since',
  lastUsed: 'Last used',
  end: 'Sign out',
  endAll: 'Sign out all others',
  ended: 'Session ended',
  notifications: 'Notifications',
  inbox: 'Inbox',
  mail: 'Email',
  what: 'Event',
  saved: 'Saved',
  unknownBrowser: 'Unknown browser',
})

export const notificationNames = defineMessages<Record<NotificationKind, string>>('notificationNames', {
  mentioned: 'A comment mentions you',
  replied: 'Someone replies to your comment',
  assigned: 'A task is assigned to you',
  unassigned: 'A task is no longer assigned to you',
  reminder: 'A reminder is due',
  overdue: 'A task of yours is overdue',
  due_today: 'A task of yours is due today',
  unblocked: 'A task of yours is no longer blocked',
  invited: 'You are added to a project or a team',
  join_requested: 'A user asks to join the organization',
  webhook_disabled: 'Your webhook was disabled',
  webhook_enabled: 'Your webhook was enabled again',
  export_finished: 'Your export is ready',
  export_failed: 'Your export failed',
  sprint_closing: 'A sprint of your team ends today',
  milestone_closing: 'A milestone of your team is due today',
  commented: 'Someone comments on a task you watch',
  status_changed: 'The status of a task you watch changes',
})

export const mailFrequencyNames = defineMessages<Record<NotificationMail, string>>('mailFrequencyNames', {
  now: 'Immediately',
  daily: 'Daily',
  never: 'Never',
})
