import type { Email } from '../../../core/email/smtp.ts'
import type { Config } from '../../../core/config/config.ts'
import {
  renderEmail,
  toReportLine,
  toUnsubscribeHeaders,
  removeUrls,
  type EmailBlock,
} from '../../../core/email/template.ts'

export interface InvitationEmailFields {
  org_id: string
  invite_id: string
  org_name: string
  email: string
  role: string
  invited_by: string
  sent_at: string
  expires_at: string
}

interface EmailLinks {
  config: Pick<Config, 'baseUrl' | 'mail'>
  /** Page that accepts with a built-in account, if they are on. */
  accept?: string | undefined
  stop: string
}

/** Builds the email of an invitation. Without `accept` it contains no secret: accepting requires the verified address. */
export function buildInvitationEmail(invite: InvitationEmailFields, { config, accept, stop }: EmailLinks): Email {
  const { baseUrl } = config
  const inviter = removeUrls(invite.invited_by) || 'A member'
  const where = removeUrls(invite.org_name) || 'an organization'
  const role = invite.role === 'admin' || invite.role === 'owner' ? `an ${invite.role}` : `a ${invite.role}`
  const paragraphs: EmailBlock[] = [
    `${inviter} invites you to join ${where} as ${role}.`,
    accept === undefined
      ? [
          'To accept or decline, sign in to ',
          { url: baseUrl },
          ` with the address ${invite.email}. You can accept the invitation until ${formatInstant(invite.expires_at)}.`,
        ]
      : [`To accept, open this link, which works once until ${formatInstant(invite.expires_at)}: `, { url: accept }],
    'If you did not expect this invitation, ignore this email.',
    {
      small: [
        `${inviter} entered your email address at ${baseUrl}, which sent this email. Invitation ${invite.invite_id}.`,
        ...toReportLine(config),
        [{ url: stop, label: 'Unsubscribe from invitations' }],
      ],
    },
  ]
  return {
    to: invite.email,
    subject: `${inviter} invites you to ${where}`,
    ...renderEmail(paragraphs),
    id: `${invite.invite_id}.${Date.parse(invite.sent_at)}`,
    date: Date.parse(invite.sent_at),
    headers: toUnsubscribeHeaders(stop),
  }
}

/** `27 November 2026, 10:28 UTC` */
const formatInstant = (instant: string): string => {
  const at = new Date(instant)
  const month = at.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 16)} UTC`
}
