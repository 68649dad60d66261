import * as s from '../../../core/schema.ts'

/** When an email is sent: immediately, once a day with others, or never. */
export const emailTimings = s.namedEnum('NotificationMail', ['now', 'daily', 'never'])
export type EmailTiming = (typeof emailTimings)[number]

export interface KindChannels {
  page: boolean
  mail: EmailTiming
}

/** All kinds, most important first. Of several causes, a notification has the most important kind. */
export const notificationKinds = s.namedEnum('NotificationKind', [
  'mentioned',
  'replied',
  'assigned',
  'unassigned',
  'reminder',
  'overdue',
  'due_today',
  'unblocked',
  'invited',
  'join_requested',
  'webhook_disabled',
  'webhook_enabled',
  'export_finished',
  'export_failed',
  'sprint_closing',
  'milestone_closing',
  'commented',
  'status_changed',
])
export type NotificationKind = (typeof notificationKinds)[number]

interface KindDefinition {
  description: string
  way: KindChannels
}

const withMail = (mail: EmailTiming): KindChannels => ({ page: true, mail })

export const kindDefinitions: Record<NotificationKind, KindDefinition> = {
  mentioned: { description: 'A comment mentions you.', way: withMail('now') },
  replied: { description: 'A user replied to your comment.', way: withMail('now') },
  assigned: { description: 'A task was assigned to you.', way: withMail('now') },
  unassigned: { description: 'A task is no longer assigned to you.', way: withMail('never') },
  reminder: { description: 'A reminder is due.', way: withMail('now') },
  overdue: {
    description: 'A task that is assigned to you is past its due date and not completed.',
    way: withMail('daily'),
  },
  due_today: { description: 'A task that is assigned to you is due today.', way: withMail('daily') },
  unblocked: {
    description: 'The last task that blocked one of your tasks is completed.',
    way: withMail('daily'),
  },
  invited: { description: 'You were added to a project or a team.', way: withMail('now') },
  join_requested: { description: 'A user asks to join the organization.', way: withMail('now') },
  webhook_disabled: {
    description: 'Your webhook was disabled. It receives no deliveries until it is enabled again.',
    way: withMail('now'),
  },
  webhook_enabled: {
    description: 'Your disabled webhook was enabled again because its endpoint responds.',
    way: withMail('now'),
  },
  export_finished: { description: 'The export that you started is ready.', way: withMail('now') },
  export_failed: { description: 'The export that you started failed.', way: withMail('now') },
  sprint_closing: { description: 'Today is the last day of a sprint of your team.', way: withMail('daily') },
  milestone_closing: {
    description: 'Today is the target date of a milestone of your team.',
    way: withMail('daily'),
  },
  commented: { description: 'A user commented on a task that you watch.', way: withMail('never') },
  status_changed: { description: 'The status of a task that you watch changed.', way: withMail('never') },
}

export const pickMoreImportantKind = (a: NotificationKind, b: NotificationKind): NotificationKind =>
  notificationKinds.indexOf(a) <= notificationKinds.indexOf(b) ? a : b

/** Times of day, `HH:MM`, between which no single email is sent; over midnight if `to` is earlier. */
export interface QuietHours {
  from: string
  to: string
}

export interface NotificationPreferences {
  time_zone: string
  digest_hour: number
  quiet_hours: QuietHours | null
  notifications: Record<NotificationKind, KindChannels>
}

export type ChannelOverrides = Partial<Record<NotificationKind, Partial<KindChannels>>>

/** Returns the channels of all kinds: the defaults with the overrides. */
export const applyChannelOverrides = (overrides: ChannelOverrides): Record<NotificationKind, KindChannels> =>
  Object.fromEntries(
    notificationKinds.map((kind) => [kind, { ...kindDefinitions[kind].way, ...overrides[kind] }]),
  ) as Record<NotificationKind, KindChannels>

export const defaultPreferences: NotificationPreferences = {
  time_zone: 'UTC',
  digest_hour: 8,
  quiet_hours: null,
  notifications: applyChannelOverrides({}),
}
