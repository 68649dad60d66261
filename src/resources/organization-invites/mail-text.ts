import type { Mail } from '../../kernel/services/mail.ts'
import type { Config } from '../../kernel/config/config.ts'
import {
  bodiesOf,
  toReportLine,
  toUnsubscribeHeaders,
  withoutAddresses,
  type Block,
} from '../../kernel/services/mail-text.ts'

/** What a mail tells of an invitation. */
export interface Invited {
  org_id: string
  invite_id: string
  org_name: string
  email: string
  role: string
  invited_by: string
  sent_at: string
  expires_at: string
}

/** Link targets of an email: the server, and the unsubscribe page. */
interface Leading {
  config: Pick<Config, 'baseUrl' | 'mail'>
  stop: string
}

/** The mail of an invitation. It holds no secret: to accept takes the invited address, verified. */
export function invitationMail(invite: Invited, { config, stop }: Leading): Mail {
  const { baseUrl } = config
  const who = withoutAddresses(invite.invited_by) || 'A member'
  const where = withoutAddresses(invite.org_name) || 'an organization'
  const role = invite.role === 'admin' || invite.role === 'owner' ? `an ${invite.role}` : `a ${invite.role}`
  const paragraphs: Block[] = [
    `${who} invites you to join ${where} as ${role}.`,
    [
      'To accept or decline, sign in to ',
      { to: baseUrl },
      ` with the address ${invite.email}. The invitation waits for you there until ${moment(invite.expires_at)}.`,
    ],
    'If you did not expect this, ignore it: nothing happens unless you accept.',
    {
      small: [
        `${who} entered your address at the service at ${baseUrl}, which sent this mail. Invitation ${invite.invite_id}.`,
        ...toReportLine(config),
        [{ to: stop, says: 'Unsubscribe from invitations' }],
      ],
    },
  ]
  return {
    to: invite.email,
    subject: `${who} invites you to ${where}`,
    ...bodiesOf(paragraphs),
    id: `${invite.invite_id}.${Date.parse(invite.sent_at)}`,
    date: Date.parse(invite.sent_at),
    headers: toUnsubscribeHeaders(stop),
  }
}

/** `27 November 2026, 10:28 UTC` */
const moment = (instant: string): string => {
  const at = new Date(instant)
  const month = at.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 16)} UTC`
}
