import type { Mail } from '../../kernel/services/mail.ts'
import { escapedHtml } from '../../kernel/text.ts'

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
  const paragraphs = [
    `${who} invites you to join ${where} as ${role}.`,
    `To accept or decline, sign in to ${baseUrl} with the address ${invite.email}. The invitation waits for you there ` +
      `until ${moment(invite.expires_at)}.`,
    'If you did not expect this, ignore it: nothing happens unless you accept.',
    `Invitation ${invite.invite_id}`,
  ]
  const html = paragraphs.map((paragraph) => `<p>${escapedHtml(paragraph)}</p>\n`).join('')
  return {
    to: invite.email,
    subject: `${who} invites you to ${where}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en">\n<body>\n${html}</body>\n</html>\n`,
    id: `${invite.invite_id}.${Date.parse(invite.sent_at)}`,
    date: Date.parse(invite.sent_at),
  }
}

/**
 * A name as it may stand in a subject: one line, without characters that are unseen or turn the direction of others, and
 * without what a mail program would decode (RFC 2047).
 */
const inOneLine = (name: string): string => {
  const plain = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
  return [...plain].slice(0, 120).join('')
}

/** `27 November 2026, 10:28 UTC` */
const moment = (instant: string): string => {
  const at = new Date(instant)
  const month = at.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 16)} UTC`
}
