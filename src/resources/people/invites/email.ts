import type { Email } from '../../../core/email/smtp.ts'
import type { OrgRole } from '../../../core/caller.ts'
import { formatInstant } from '../../../core/messages/dates.ts'
import { invitationTexts as texts } from './messages.ts'
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
  role: OrgRole
  invited_by: string
  sent_at: string
  expires_at: string
}

interface EmailDetails {
  config: Pick<Config, 'baseUrl' | 'mail'>
  /** Page that accepts with a built-in account, if they are on. */
  accept?: string | undefined
  stop: string
  /** Time zone of dates. */
  timeZone: string
}

/** Builds the email of an invitation. Without `accept` it contains no secret: accepting requires the verified address. */
export function buildInvitationEmail(
  invite: InvitationEmailFields,
  { config, accept, stop, timeZone }: EmailDetails,
): Email {
  const { baseUrl } = config
  const inviter = removeUrls(invite.invited_by) || texts.member
  const organization = removeUrls(invite.org_name) || texts.organization
  const end = formatInstant(invite.expires_at, timeZone)
  const paragraphs: EmailBlock[] = [
    texts.invitation(inviter, organization, texts.roles[invite.role]),
    accept === undefined ? [texts.signIn(invite.email, end), { url: baseUrl }] : [texts.open(end), { url: accept }],
    texts.unexpected,
    {
      small: [
        texts.reason(inviter, baseUrl, invite.invite_id),
        ...toReportLine(config),
        [{ url: stop, label: texts.unsubscribe }],
      ],
    },
  ]
  return {
    to: invite.email,
    subject: texts.subject(inviter, organization),
    ...renderEmail(paragraphs),
    id: `${invite.invite_id}.${Date.parse(invite.sent_at)}`,
    date: Date.parse(invite.sent_at),
    headers: toUnsubscribeHeaders(stop),
  }
}
