import { words } from '../../kernel/schema.ts'

/** When mail of a kind goes out: at once, together once a day, or never. */
export const mailTimes = words('NotificationMail', ['now', 'daily', 'never'])
export type MailTime = (typeof mailTimes)[number]

/** How a person is told of a kind: in the list of notifications, and by mail. */
export interface Way {
  page: boolean
  mail: MailTime
}

/** Of what people are told, the weightiest first: of several causes at once the first in this order is what is said. */
export const kinds = words('NotificationKind', [
  'mentioned',
  'replied',
  'assigned',
  'unassigned',
  'reminder',
  'overdue',
  'due_today',
  'unblocked',
  'invited',
  'webhook_disabled',
  'webhook_enabled',
  'sprint_closing',
  'milestone_closing',
  'commented',
  'status_changed',
])
/** One of `kinds`. */
export type Kind = (typeof kinds)[number]

interface KindSaid {
  /** What it says to the person, as the API's pages tell it. */
  says: string
  /** How those are told who said nothing. */
  way: Way
}

const byMail = (mail: MailTime): Way => ({ page: true, mail })

/** What each kind says, and how people are told of it unless they say otherwise. */
export const kindsSaid: Record<Kind, KindSaid> = {
  mentioned: { says: 'A comment mentions you.', way: byMail('now') },
  replied: { says: 'Somebody replied to your comment.', way: byMail('now') },
  assigned: { says: 'A task was assigned to you.', way: byMail('now') },
  unassigned: { says: 'A task is no longer assigned to you.', way: byMail('never') },
  reminder: { says: 'A reminder is due.', way: byMail('now') },
  overdue: {
    says: 'A task that is assigned to you is overdue: its day is past, and it is not completed.',
    way: byMail('daily'),
  },
  due_today: { says: 'A task that is assigned to you is due today.', way: byMail('daily') },
  unblocked: { says: 'The last task that a task of yours waited for is completed.', way: byMail('daily') },
  invited: { says: 'You were added to a project or a team.', way: byMail('now') },
  webhook_disabled: {
    says: 'Your webhook was disabled: it receives no deliveries until it is enabled again.',
    way: byMail('now'),
  },
  webhook_enabled: {
    says: 'Your disabled webhook was enabled again, since its endpoint responds.',
    way: byMail('now'),
  },
  sprint_closing: { says: 'Today is the last day of a sprint of your team.', way: byMail('daily') },
  milestone_closing: { says: 'Today is the date of a milestone of your team.', way: byMail('daily') },
  commented: { says: 'Somebody commented on a task that you watch.', way: byMail('never') },
  status_changed: { says: 'The status of a task that you watch changed.', way: byMail('never') },
}

/** Of two kinds the weightier. */
export const weightier = (a: Kind, b: Kind): Kind => (kinds.indexOf(a) <= kinds.indexOf(b) ? a : b)

/** Times of the day, `HH:MM`, between which no mail is sent at once; over midnight when `to` is the earlier. */
export interface QuietHours {
  from: string
  to: string
}

/** How a person wants to be told of things, in every organization. */
export interface Preferences {
  /** A name of the time zone database (IANA). */
  time_zone: string
  /** The hour of the day, in that zone, at which the daily mail goes out. */
  digest_hour: number
  quiet_hours: QuietHours | null
  notifications: Record<Kind, Way>
}

/** What a person may have said of some kinds. */
export type SaidOfKinds = Partial<Record<Kind, Partial<Way>>>

/** The ways of all kinds, with what was said in the place of the defaults. */
export const waysWith = (said: SaidOfKinds): Record<Kind, Way> =>
  Object.fromEntries(kinds.map((kind) => [kind, { ...kindsSaid[kind].way, ...said[kind] }])) as Record<
    Kind,
    Way
  >

/** The preferences of a person who said nothing. */
export const defaultPreferences: Preferences = {
  time_zone: 'UTC',
  digest_hour: 8,
  quiet_hours: null,
  notifications: waysWith({}),
}
