import type { Mail } from '../../kernel/services/mail.ts'
import { bodiesOf, inOneLine, type Block } from '../../kernel/services/mail-text.ts'

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

/** The mail of an invitation. It holds no secret: to accept takes the invited address, verified. */
export function invitationMail(invite: Invited, baseUrl: string): Mail {
  const [who, where] = [inOneLine(invite.invited_by), inOneLine(invite.org_name)]
  const role = invite.role === 'admin' || invite.role === 'owner' ? `an ${invite.role}` : `a ${invite.role}`
  const paragraphs: Block[] = [
    `${who} invites you to join ${where} as ${role}.`,
    [
      'To accept or decline, sign in to ',
      { to: baseUrl },
      ` with the address ${invite.email}. The invitation waits for you there until ${moment(invite.expires_at)}.`,
    ],
    'If you did not expect this, ignore it: nothing happens unless you accept.',
    { small: [`Invitation ${invite.invite_id}`] },
  ]
  return {
    to: invite.email,
    subject: `${who} invites you to ${where}`,
    ...bodiesOf(paragraphs),
    id: `${invite.invite_id}.${Date.parse(invite.sent_at)}`,
    date: Date.parse(invite.sent_at),
  }
}

/** `27 November 2026, 10:28 UTC` */
const moment = (instant: string): string => {
  const at = new Date(instant)
  const month = at.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 16)} UTC`
}
